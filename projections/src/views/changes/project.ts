import type { View } from '../../view.js';
import { forumLines } from './forum-lines.js';
import { ownLines, profileLines } from './member-lines.js';
import { memberNameLines, staffLines } from './staff-lines.js';

const linesOf = [forumLines, profileLines, memberNameLines, staffLines, ownLines];

export const changesView: View = {
  schema: { changes: { indexes: [['topic', 'position'], ['position'], ['at']], pruned: true } },

  project(event, get) {
    const lines = linesOf.flatMap((each) => each(event, get));
    return lines.map((line, n) => ({
      collection: 'changes',
      document: { id: `${event.position}:${n}`, position: event.position, ...line, at: event.metadata.at ?? '' },
    }));
  },
};
