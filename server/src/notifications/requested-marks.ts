import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { findNotificationsAfter, findNotificationsByIds } from '@guildhall/projections/views/notifications/queries.js';
import type { MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import type { ReadMark } from '../vault/read-marks.js';
import { allMark, getMarkKey, readCheck } from './notification-marks.js';

interface Dependencies {
  readMarks: MarksOfMembers;
  views: Pick<Views, 'store'>;
}

export interface ReadRequest {
  ids?: readonly string[] | undefined;
  seen?: readonly { kind: string; id: number }[] | undefined;
  up_to?: string | undefined;
}

const maxSearched = 100;

export async function findRequestedMarks(
  services: Dependencies,
  userId: number,
  { ids, seen, up_to }: ReadRequest,
): Promise<Omit<ReadMark, 'at'>[]> {
  const { store } = services.views;
  if (ids) {
    const notifications = await findNotificationsByIds(store, [...new Set(ids)]);
    const ownNotifications = notifications.filter((notification) => notification.userId === userId);
    return findUnreadMarks(services, userId, ownNotifications);
  }
  if (seen) {
    const [all] = await services.readMarks.loadMarks(userId, [allMark]);
    const newestNotifications = await findNotificationsAfter(store, userId, all?.order ?? '', maxSearched);
    const texts = new Set(seen.map(({ kind, id }) => `${kind} ${id}`));
    const notifications = newestNotifications.filter((notification) => texts.has(getTextKey(notification)));
    return findUnreadMarks(services, userId, notifications);
  }
  const checkpoint = await store.readCheckpoint();
  return [{ key: allMark, order: up_to !== undefined && up_to < checkpoint ? up_to : checkpoint, count: 0 }];
}

async function findUnreadMarks(services: Dependencies, userId: number, notifications: readonly NotificationDocument[]) {
  const isRead = await readCheck(services, userId, notifications);
  const oldestFirst = notifications
    .filter((notification) => !isRead(notification))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  return [...new Map(oldestFirst.map((notification) => [getMarkKey(notification), createMark(notification)])).values()];
}

const createMark = (notification: NotificationDocument) => ({
  key: getMarkKey(notification),
  order: notification.order,
  count: 0,
});

/** Returns the key of the post that the notification refers to, which can be a wall reply. Empty for moderation. */
const getTextKey = ({ kind, subject, replyId }: NotificationDocument): string =>
  kind === 'moderation' ? '' : `${subject.kind} ${replyId ?? subject.id}`;
