import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import type { Change, View } from '../../view.js';
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
        const key = `${id}:${userId}`;
        const wrote = get<WatchDocument>('watches', key)?.wrote ?? false;
        return [changed(key, { kind, id }, userId, level, wrote, event.position)];
      }
      case 'ThreadCreated.v1':
      case 'ReplyPosted.v1': {
        const { threadId: id, authorId } = event.data;
        const key = `${id}:${authorId}`;
        const level = get<WatchDocument>('watches', key)?.level ?? null;
        return [changed(key, { kind: 'thread', id }, authorId, level, true, event.position)];
      }
      default:
        return [];
    }
  },
};

function changed(
  id: string,
  { kind, id: targetId }: WatchTarget,
  userId: number,
  level: WatchLevel | null,
  wrote: boolean,
  order: string,
): Change {
  const tells = level === 'watching' || (level === null && wrote);
  const document = { id, kind, targetId, userId, level, wrote, order, tells, pos: order };
  return { collection: 'watches', document };
}
