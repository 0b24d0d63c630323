import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import type { Change, Get, View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** What a member watches, and the threads that he wrote in: one document a person and target. */
export interface WatchDocument extends ViewDocument {
  /** `<target>:<user>` */
  id: string;
  kind: WatchTarget['kind'];
  targetId: number;
  userId: number;
  /** As he set it; null where he did not. */
  level: WatchLevel | null;
  /** Whether he wrote in it: then he is told of replies, unless he muted it. */
  wrote: boolean;
  /** Whether he is told of what is written there. */
  tells: boolean;
  /** Position of the last choice, or of the last own writing. */
  order: string;
}

export const watchesView: View = {
  schema: {
    watches: {
      indexes: [['userId', 'level', 'tells', 'order']],
    },
  },

  project(event, get) {
    switch (event.type) {
      case 'WatchSet.v1': {
        const { kind, id, userId, level } = event.data;
        return [changed({ ...watchOf({ kind, id }, userId, event.position, get), level })];
      }
      case 'ThreadCreated.v1':
      case 'ReplyPosted.v1': {
        const { threadId, authorId } = event.data;
        return [changed({ ...watchOf({ kind: 'thread', id: threadId }, authorId, event.position, get), wrote: true })];
      }
      default:
        return [];
    }
  },
};

type WatchBefore = Omit<WatchDocument, 'pos' | 'tells'>;

function watchOf({ kind, id }: WatchTarget, userId: number, order: string, get: Get): WatchBefore {
  const known = get<WatchDocument>('watches', `${id}:${userId}`);
  if (known) return { ...known, order };
  return { id: `${id}:${userId}`, kind, targetId: id, userId, level: null, wrote: false, order };
}

const changed = (watch: WatchBefore): Change => ({
  collection: 'watches',
  document: { ...watch, tells: watch.level === 'watching' || (watch.level === null && watch.wrote) },
});
