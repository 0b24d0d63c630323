import type { Filter, ViewStore } from '../../view-store.js';
import type { WatchDocument } from './project.js';

/**
 * The targets of which a member is notified: those that they chose to watch, and the threads that they posted in, the
 * last ones of each, at most `limit`. Chosen ones remain however much the member posts.
 */
export async function activeWatchesOf(store: ViewStore, userId: number, limit: number): Promise<WatchDocument[]> {
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

/**
 * For each of several members: what they are notified of, as in `activeWatchesOf`, and what they muted, in no order.
 * Three reads, unless there are more documents than are read `together`.
 */
export async function watchesOfMany(
  store: ViewStore,
  userIds: readonly number[],
  limit: number,
  together = 5_000,
): Promise<Map<number, WatchDocument[]>> {
  const kinds: Filter[] = [
    { level: 'watching', tells: true },
    { level: null, tells: true },
    { level: 'muted', tells: false },
  ];
  const found = await Promise.all(kinds.map((kind) => newestOfMany(store, userIds, kind, { limit, together })));
  return byUser(found.flat());
}

async function newestOfMany(
  store: ViewStore,
  userIds: readonly number[],
  kind: Filter,
  limits: { limit: number; together: number },
): Promise<WatchDocument[]> {
  const { limit, together } = limits;
  const [first] = userIds;
  if (first === undefined) return [];
  if (userIds.length === 1) {
    return store.find<WatchDocument>('watches', { userId: first, ...kind }, { sort: [['order', -1]], limit });
  }
  const found = await store.find<WatchDocument>('watches', { userId: { $in: userIds }, ...kind }, { limit: together });
  if (found.length < together) return newestOfEach(found, limit);
  const half = Math.ceil(userIds.length / 2);
  const halves = [userIds.slice(0, half), userIds.slice(half)];
  return (await Promise.all(halves.map((some) => newestOfMany(store, some, kind, limits)))).flat();
}

function newestOfEach(found: readonly WatchDocument[], limit: number): WatchDocument[] {
  return [...byUser(found).values()].flatMap((own) => own.sort((a, b) => (a.order < b.order ? 1 : -1)).slice(0, limit));
}

function byUser(found: readonly WatchDocument[]): Map<number, WatchDocument[]> {
  const each = new Map<number, WatchDocument[]>();
  for (const watch of found) {
    const own = each.get(watch.userId);
    if (own) own.push(watch);
    else each.set(watch.userId, [watch]);
  }
  return each;
}

/**
 * The targets that a member set, the newest first, at most `limit` before an order (exclusive; null for the newest).
 */
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

/** A member's watches of these threads or places; none for targets that they neither set nor posted in. */
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
