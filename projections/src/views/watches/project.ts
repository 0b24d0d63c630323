import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import { createView, type Change, type EventOf, type Get } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** There is one document per member and target that they watch or have posted in. */
export interface WatchDocument extends ViewDocument {
  /** Has the form `<target>:<user>`. */
  id: string;
  kind: WatchTarget['kind'];
  targetId: number;
  userId: number;
  level: WatchLevel | null;
  /** Whether the member has posted in the thread at least once without opting out of watching it. */
  wrote: boolean;
  /** Whether the member is notified of every post. */
  tells: boolean;
  order: string;
}

export const watchesView = createView(
  // Each reply writes a watch without a level. Those are found only by key; see `findActiveWatches`.
  { watches: { indexes: [['userId', 'level', 'order']], sparse: 'level' } },
  {
    'WatchSet.v1': ({ data, position }, get) => {
      const { kind, id, userId, level } = data;
      const wrote = get<WatchDocument>('watches', `${id}:${userId}`)?.wrote ?? false;
      return buildWatchChange({ kind, targetId: id, userId, level, wrote }, position);
    },
    'ThreadCreated.v1': recordPosting,
    'ReplyPosted.v1': recordPosting,
  },
);

function recordPosting({ data, position }: EventOf<'ThreadCreated.v1' | 'ReplyPosted.v1'>, get: Get): Change[] {
  const { threadId: targetId, authorId: userId } = data;
  const { level = null, wrote = false } = get<WatchDocument>('watches', `${targetId}:${userId}`) ?? {};
  return buildWatchChange({ kind: 'thread', targetId, userId, level, wrote: wrote || data.watch !== false }, position);
}

function buildWatchChange(watch: Omit<WatchDocument, 'id' | 'tells' | 'order' | 'pos'>, order: string): Change[] {
  const { kind, targetId, userId, level, wrote } = watch;
  const tells = level === 'watching' || (level === null && wrote);
  const id = `${targetId}:${userId}`;
  return [{ collection: 'watches', document: { id, kind, targetId, userId, level, wrote, order, tells, pos: order } }];
}
