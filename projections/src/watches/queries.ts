import type { Filter, ViewStore } from '../view-store.js';
import type { WatchDocument } from './project.js';

/** What somebody is told of, the newest choices first, at most `limit`. */
export async function tellingWatchesOf(store: ViewStore, userId: number, limit: number): Promise<WatchDocument[]> {
  return store.find<WatchDocument>('watches', { userId, tells: true }, { sort: [['order', -1]], limit });
}

/** What somebody set himself, the newest first, at most `limit` before an order (exclusive; null for the newest). */
export async function ownWatches(
  store: ViewStore,
  userId: number,
  before: string | null,
  limit: number,
): Promise<WatchDocument[]> {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  const set: Filter = { userId, level: { $in: ['watching', 'muted'] }, ...order };
  return store.find<WatchDocument>('watches', set, { sort: [['order', -1]], limit });
}

/** How somebody watches these threads or places; none for what he neither set nor wrote in. */
export async function watchesOf(
  store: ViewStore,
  userId: number,
  targetIds: readonly number[],
): Promise<WatchDocument[]> {
  return store.getMany<WatchDocument>(
    'watches',
    targetIds.map((id) => `${id}:${userId}`),
  );
}
