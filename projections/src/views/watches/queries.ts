import { setImmediate as nextTurn } from 'node:timers/promises';
import { watchLevels, type WatchLevel } from '@guildhall/domain/watch/events.js';
import type { Filter, ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { WatchDocument } from './project.js';

const maxPostsRead = 1_000;

/** Targets that the member chose to watch are never displaced by ones they posted in. */
export async function findActiveWatches(store: ViewStore, userId: number, limit: number): Promise<WatchDocument[]> {
  const chosenWatches = findNewestBefore<WatchDocument>(store, 'watches', { userId, level: 'watching' }, null, limit);
  const threadIds = await findLastThreads(store, userId, limit);
  const implicit = (await findWatches(store, userId, threadIds)).filter(({ level, tells }) => level === null && tells);
  return [...(await chosenWatches), ...implicit];
}

async function findLastThreads(store: ViewStore, authorId: number, limit: number): Promise<number[]> {
  const [replies, threads] = await Promise.all([
    store.findFields(
      'posts',
      ['order', 'threadId'],
      { authorId },
      {
        sort: [['order', -1]],
        limit: maxPostsRead,
      },
    ),
    store.findFields('threads', ['createdOrder', 'id'], { authorId }, { sort: [['createdOrder', -1]], limit }),
  ]);
  const implicit = [
    ...replies.map(({ order, threadId }) => [String(order), Number(threadId)] as const),
    ...threads.map(({ createdOrder, id }) => [String(createdOrder), Number(id)] as const),
  ].sort(([one], [other]) => (one < other ? 1 : -1));
  return [...new Set(implicit.map(([, threadId]) => threadId))].slice(0, limit);
}

/** If a target has more watches, the members' watches are read by key. */
const maxWatchesRead = 500;
/** Watches are read by key only if there are fewer members than this, and fewer members than targets. */
const maxMembersByKey = 30;

/** Reads at most `maxWatchesRead` watches per target and one per member, however many members watch it. */
export async function findWatchesAmong(
  store: ViewStore,
  userIds: readonly number[],
  targetIds: readonly number[],
): Promise<WatchDocument[]> {
  const buildWatchKeys = (targetId: number) => userIds.map((userId) => `${targetId}:${userId}`);
  const members = new Set(userIds);
  const watches: WatchDocument[] = [];
  if (userIds.length < Math.min(targetIds.length, maxMembersByKey)) {
    watches.push(...(await store.getMany<WatchDocument>('watches', targetIds.flatMap(buildWatchKeys))));
  } else {
    for (const targetId of targetIds) {
      watches.push(
        ...((await findAllWatches(store, targetId)) ?? (await store.getMany('watches', buildWatchKeys(targetId)))),
      );
      await nextTurn(); // SQLite reads block the event loop.
    }
  }
  return watches.filter(({ userId, tells }) => tells && members.has(userId));
}

async function findAllWatches(store: ViewStore, targetId: number): Promise<WatchDocument[] | null> {
  const watches = await store.find<WatchDocument>('watches', filterByTarget(targetId), { limit: maxWatchesRead });
  return watches.length < maxWatchesRead ? watches : null;
}

/**
 * Reads only keys, which takes a quarter of the time. Includes the watches of members who are not notified.
 * @param after the id of the last watch of the previous page, or an empty string
 */
export async function findWatchIdsByTarget(store: ViewStore, targetId: number, after: string, limit: number) {
  const rows = await store.findFields('watches', ['id'], filterByTarget(targetId, after), { sort: [['id', 1]], limit });
  return rows.map(({ id }) => String(id));
}

// ';' sorts directly after ':', so it ends the range of this prefix.
const filterByTarget = (targetId: number, after = ''): Filter => ({
  id: { $gt: after || `${targetId}:`, $lt: `${targetId};` },
});

export const findWatchesByIds = (store: ViewStore, ids: readonly string[]) =>
  store.getMany<WatchDocument>('watches', ids);

export const findOwnWatches = (
  store: ViewStore,
  userId: number,
  beforeOrder: string | null,
  limit: number,
  levels: readonly WatchLevel[] = watchLevels,
) => findNewestBefore<WatchDocument>(store, 'watches', { userId, level: { $in: levels } }, beforeOrder, limit);

export const findWatches = (store: ViewStore, userId: number, targetIds: readonly number[]) =>
  store.getMany<WatchDocument>(
    'watches',
    targetIds.map((id) => `${id}:${userId}`),
  );
