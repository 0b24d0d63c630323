import type { Filter, ViewStore } from '../view-store.js';
import type { WatchDocument } from './project.js';

/**
 * What somebody is told of: what he watches by his own choice, and the threads that he wrote in, the last ones of
 * each, at most `limit`. However much he writes, what he chose stays.
 */
export async function tellingWatchesOf(store: ViewStore, userId: number, limit: number): Promise<WatchDocument[]> {
  const chosen = store.find<WatchDocument>(
    'watches',
    { userId, level: 'watching', tells: true },
    { sort: [['order', -1]], limit },
  );
  const written = store.find<WatchDocument>(
    'watches',
    { userId, level: null, tells: true },
    { sort: [['order', -1]], limit },
  );
  return (await Promise.all([chosen, written])).flat();
}

/** What somebody muted, the last choices first, at most `limit`. */
export async function mutedBy(store: ViewStore, userId: number, limit: number): Promise<WatchDocument[]> {
  return store.find<WatchDocument>(
    'watches',
    { userId, level: 'muted', tells: false },
    { sort: [['order', -1]], limit },
  );
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
