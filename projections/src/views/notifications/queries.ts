import type { Filter, ViewStore } from '../../view-store.js';
import type { NotificationDocument } from './document.js';

export async function notificationsByIds(store: ViewStore, ids: readonly string[]): Promise<NotificationDocument[]> {
  return store.getMany<NotificationDocument>('notifications', ids);
}

/**
 * The notifications of a member, the newest first, at most `limit` before an order (exclusive; null for the newest).
 */
export async function notificationsOfUser(
  store: ViewStore,
  userId: number,
  before: string | null,
  limit: number,
): Promise<NotificationDocument[]> {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<NotificationDocument>('notifications', { userId, ...order }, { sort: [['order', -1]], limit });
}

/** Which of some members have a notification about any of these threads, with the thread; at most `limit` pairs. */
export async function notifiedOfThreads(
  store: ViewStore,
  threadIds: readonly number[],
  userIds: readonly number[],
  limit: number,
): Promise<{ userId: number; threadId: number }[]> {
  const filter: Filter = { threadId: { $in: threadIds }, userId: { $in: userIds } };
  const found = await store.findFields('notifications', ['threadId', 'userId'], filter, { limit });
  return found.map(({ userId, threadId }) => ({ userId: Number(userId), threadId: Number(threadId) }));
}

/** The notifications of a member after an order (exclusive), at most `limit`. */
export async function notificationsAfter(
  store: ViewStore,
  userId: number,
  after: string,
  limit: number,
): Promise<NotificationDocument[]> {
  return store.find<NotificationDocument>(
    'notifications',
    { userId, order: { $gt: after } },
    { sort: [['order', -1]], limit },
  );
}
