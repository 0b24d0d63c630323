import { buildStaffActionKey } from '@guildhall/domain/wire/kinds.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { toPlaceId } from '@guildhall/projections/views/places/project.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { getMarksRetainedSince, buildThreadKey, type MarksOfMembers } from '../read-models/read-states.js';
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
  const threadIds = new Set(notifications.flatMap((one) => (isInThread(one) ? (one.threadId ?? []) : [])));
  const threads = await findThreadsByIds(views.store, [...threadIds]);
  const keysByThread = threads.map((thread) => [thread.id, [buildThreadKey(thread.id), toPlaceId(thread)]] as const);
  const keys = [allMark, ...notifications.map(getMarkKey), ...keysByThread.flatMap(([, both]) => both)];
  const marks = await readMarks.loadMarks(userId, [...new Set(keys)]);
  return createReadCheck(marks, getMarksRetainedSince(new Date()), new Map(keysByThread));
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
  threadMarks: ReadonlyMap<number, readonly string[]> = new Map(),
): (notification: MarkableNotification) => boolean {
  const orders = new Map(marks.map(({ key, order }) => [key, order]));
  const getReadOrder = (key: string): string => orders.get(key) ?? '';
  return (notification) => {
    const { order, at, threadId } = notification;
    if (order <= getReadOrder(allMark) || at < rememberedSince || order <= getReadOrder(getMarkKey(notification)))
      return true;
    const keys = isInThread(notification) ? (threadMarks.get(threadId ?? 0) ?? []) : [];
    return keys.some((key) => order <= getReadOrder(key));
  };
}
