import { findNotificationsAfter } from '@guildhall/projections/views/notifications/queries.js';
import { getGroup, readCheck } from './notification-marks.js';
import { filterVisible, type NotificationReader } from './notification-reader.js';

const maxCountedNotifications = 100;

type Dependencies = Parameters<typeof readCheck>[0] & Parameters<typeof filterVisible>[0];

/** Counts all staff actions on one post as one. Counts only up to a limit because no screen shows a larger number. */
export async function countUnread(services: Dependencies, reader: NotificationReader, upTo: string): Promise<number> {
  const { userId } = reader.actor;
  const foundNotifications = await findNotificationsAfter(services.views.store, userId, upTo, maxCountedNotifications);
  const visibleDocuments = await filterVisible(services, reader, foundNotifications);
  const isRead = await readCheck(services, userId, visibleDocuments);
  return new Set(visibleDocuments.filter((notification) => !isRead(notification)).map(getGroup)).size;
}
