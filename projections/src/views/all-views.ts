import { auditView } from './audit/project.js';
import { changesView } from './changes/project.js';
import { followsView } from './follows/project.js';
import { growthView } from './growth/project.js';
import { ignoresView } from './ignores/project.js';
import { membersView } from './members/project.js';
import { notificationsView } from './notifications/project.js';
import { placesView } from './places/project.js';
import { playerCountsView } from './player-counts/project.js';
import { postsView } from './posts/project.js';
import { reactionsView } from './reactions/project.js';
import { reportsView } from './reports/project.js';
import { threadActionsView } from './thread-actions/project.js';
import { threadsView } from './threads/project.js';
import { uploadUsesView } from './upload-uses/project.js';
import { wallPostsView } from './wallposts/project.js';
import { watchesView } from './watches/project.js';
import type { View } from '../view.js';
import type { ViewSchema } from '../view-store.js';

/** Each collection is written by only one view. */
export const views: readonly View[] = [
  threadsView,
  threadActionsView,
  postsView,
  placesView,
  membersView,
  reactionsView,
  followsView,
  wallPostsView,
  reportsView,
  uploadUsesView,
  growthView,
  playerCountsView,
  auditView,
  watchesView,
  ignoresView,
  notificationsView,
  changesView,
];

/** Raise this with every change to the views' content so that the next start rebuilds them. */
export const viewsVersion = 36;

export const viewSchema: ViewSchema = Object.assign({}, ...views.map((view) => view.schema)) as ViewSchema;
