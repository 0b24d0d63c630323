import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import type { Change, Get, View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** The targets that a member watches, and the threads that they posted in: one document per person and target. */
export interface WatchDocument extends ViewDocument {
  /** `<target>:<user>` */
  id: string;
  kind: WatchTarget['kind'];
  targetId: number;
  userId: number;
  /** As the member set it; null where they did not. */
  level: WatchLevel | null;
  /** Whether they posted in it: then they are notified of replies, unless they muted it. */
  wrote: boolean;
  /** Whether they are notified of posts there. */
  tells: boolean;
  /** Position of the last choice, or of the member's last post. */
  order: string;
}

export const watchesView: View = {
  schema: {
    watches: {
      // Each reply writes a watch without a level: those are found by their keys only, see `activeWatchesOf`.
      indexes: [['userId', 'level', 'order']],
      sparse: 'level',
    },
  },
  events: ['WatchSet.v1', 'ThreadCreated.v1', 'ReplyPosted.v1'],

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
