import type { Filter, ViewStore } from '../../view-store.js';
import { findNewestBefore } from '../find-documents.js';
import type { NotificationDocument } from './document.js';

/** @param order the position of the event */
export const buildNotificationId = (order: string, userId: number): string => `${order}:${userId}`;

export const findNotificationsByIds = (store: ViewStore, ids: readonly string[]) =>
  store.getMany<NotificationDocument>('notifications', ids);

export const findNotificationsByUser = (store: ViewStore, userId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<NotificationDocument>(store, 'notifications', { userId }, beforeOrder, limit);

export async function findThreadsWithNotifications(
  store: ViewStore,
  threadIds: readonly number[],
  userIds: readonly number[],
  limit: number,
): Promise<{ userId: number; threadId: number }[]> {
  const filter: Filter = { threadId: { $in: threadIds }, userId: { $in: userIds } };
  const notifications = await store.findFields('notifications', ['threadId', 'userId'], filter, { limit });
  return notifications.map(({ userId, threadId }) => ({ userId: Number(userId), threadId: Number(threadId) }));
}

export const findNotificationsAfter = (store: ViewStore, userId: number, after: string, limit: number) =>
  findNewestBefore<NotificationDocument>(store, 'notifications', { userId, order: { $gt: after } }, null, limit);

export function findNotificationsInThread(
  store: ViewStore,
  userId: number,
  threadId: number,
  after: string,
  limit: number,
) {
  const filter: Filter = { threadId, userId, order: { $gt: after } };
  return findNewestBefore<NotificationDocument>(store, 'notifications', filter, null, limit);
}

/** Needs no limit because an event notifies a bounded number of members. */
export const findNotificationsByEvent = (store: ViewStore, position: string) =>
  // ';' sorts directly after ':', so it ends the range of this prefix.
  store.find<NotificationDocument>('notifications', { id: { $gt: `${position}:`, $lt: `${position};` } });
