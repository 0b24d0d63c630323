import { buildStaffActionKey } from '@guildhall/domain/wire/kinds.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import {
  buildThreadKey,
  findPlaceMark,
  getMarksRetainedSince,
  listMarkKeys,
  type MarksOfMembers,
  type PlacedThread,
} from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import type { ReadMark } from '../vault/read-marks.js';

type MarkableNotification = Pick<
  NotificationDocument,
  'id' | 'kind' | 'order' | 'at' | 'threadId' | 'edited' | 'subject'
>;

/**
 * The `notices` mark covers all notifications up to its order. Any other mark covers a single notification, or all
 * staff actions on a post up to its order.
 */
export const allMark = 'notices';

export const getGroup = ({ id, kind, subject, threadId }: MarkableNotification): string =>
  buildStaffActionKey(kind, subject, threadId) || id;

export const getMarkKey = (notification: MarkableNotification): string => `notice:${getGroup(notification)}`;

export async function readCheck(
  { readMarks, views }: { readMarks: MarksOfMembers; views: Pick<Views, 'store'> },
  userId: number,
  notifications: readonly MarkableNotification[],
): Promise<(notification: MarkableNotification) => boolean> {
  const threadIds = new Set(
    notifications.flatMap((notification) => (isInThread(notification) ? (notification.threadId ?? []) : [])),
  );
  const threads = await findThreadsByIds(views.store, [...threadIds]);
  const keys = [allMark, ...notifications.map(getMarkKey), ...threads.flatMap(listMarkKeys)];
  const marks = await readMarks.loadMarks(userId, [...new Set(keys)]);
  return createReadCheck(marks, getMarksRetainedSince(new Date()), threads);
}

/**
 * These notifications have the order of their post, so reading the post marks them as read. An edit has an order of its
 * own.
 */
const isInThread = ({ kind, edited }: MarkableNotification): boolean =>
  !edited && (kind === 'mention' || kind === 'quote' || kind === 'reply');

/** Older marks have been deleted, so notifications from before `rememberedSince` count as read. */
export function createReadCheck(
  marks: readonly ReadMark[],
  rememberedSince: string,
  threads: readonly PlacedThread[] = [],
): (notification: MarkableNotification) => boolean {
  const marksByKey = new Map(marks.map((mark) => [mark.key, mark]));
  const getReadOrder = (key: string): string => marksByKey.get(key)?.order ?? '';
  const threadOrders = new Map(
    threads.map((thread) => [
      thread.id,
      [getReadOrder(buildThreadKey(thread.id)), findPlaceMark(thread, marksByKey)?.order ?? ''],
    ]),
  );
  return (notification) => {
    const { order, at, threadId } = notification;
    if (order <= getReadOrder(allMark) || at < rememberedSince || order <= getReadOrder(getMarkKey(notification)))
      return true;
    const readOrders = isInThread(notification) ? (threadOrders.get(threadId ?? 0) ?? []) : [];
    return readOrders.some((readOrder) => order <= readOrder);
  };
}
