import { ignoredBefore } from '@guildhall/projections/views/ignores/queries.js';
import { ownWatches } from '@guildhall/projections/views/watches/queries.js';
import { notificationChoices } from '../notifications/notification-choices.js';
import type { ExportSection } from './export-section.js';
import { newestFirst } from '../stores/pages.js';

const page = 200;

export const watches: ExportSection = {
  name: 'watches',
  async *rows({ views }, userId) {
    for await (const found of newestFirst((before) => ownWatches(views.store, userId, before, page), page)) {
      for (const { kind, targetId, level } of found) yield { kind, id: targetId, level };
    }
  },
};

export const ignored: ExportSection = {
  name: 'ignored',
  async *rows({ views, directory, policy }, userId) {
    for await (const all of newestFirst((before) => ignoredBefore(views.store, userId, before, page), page)) {
      const found = all.filter(({ ignoredId }) => !policy.isGone(ignoredId));
      await directory.ensure(found.map(({ ignoredId }) => ignoredId));
      for (const { ignoredId } of found) yield { user_id: ignoredId, username: directory.nameOf(ignoredId) };
    }
  },
};

export const notificationChoicesMade: ExportSection = {
  name: 'notice_choices',
  async *rows(services, userId) {
    for (const [kind, enabled] of Object.entries(await notificationChoices(services, userId)))
      yield { kind, told: enabled };
  },
};
