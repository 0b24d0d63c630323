import type { View } from '../../view.js';
import { listForumChanges } from './forum-changes.js';
import { listOwnChanges, listProfileChanges } from './member-changes.js';
import { listMemberNameChanges, listStaffChanges } from './staff-changes.js';

const changesOf = [listForumChanges, listProfileChanges, listMemberNameChanges, listStaffChanges, listOwnChanges];

export const changesView: View = {
  // An index by topic would account for most of what a reply writes.
  schema: { changes: { indexes: [], pruned: true } },

  project(event, get) {
    const rows = changesOf.flatMap((changesOfArea) => changesOfArea(event, get));
    if (rows.length === 0) return [];
    return [{ collection: 'changes', document: { id: event.position, rows, at: event.metadata.at ?? '' } }];
  },
};
