import type { View } from '../../view.js';
import { forumChanges } from './forum-changes.js';
import { ownChanges, profileChanges } from './member-changes.js';
import { memberNameChanges, staffChanges } from './staff-changes.js';

const changesOf = [forumChanges, profileChanges, memberNameChanges, staffChanges, ownChanges];

export const changesView: View = {
  // An index by topic would account for most of what a reply writes.
  schema: { changes: { indexes: [], pruned: true } },

  project(event, get) {
    const rows = changesOf.flatMap((changesOfArea) => changesOfArea(event, get));
    if (rows.length === 0) return [];
    return [{ collection: 'changes', document: { id: event.position, rows, at: event.metadata.at ?? '' } }];
  },
};
