import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { buildNotificationId, findNotificationsByIds } from '@guildhall/projections/views/notifications/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { RingChange } from '../ring.js';
import type { Services } from '../../../services.js';

/**
 * Checks whether members may view the places of their notifications. A `notified` change without a document concerns
 * only what belongs to the member, such as their settings, so it needs no check.
 */
export class NotificationChecks {
  private readonly notifications = new Map<string, NotificationDocument>();

  constructor(private readonly services: Services) {}

  async load(changes: readonly RingChange[]): Promise<number[]> {
    const ids = changes.filter(({ kind }) => kind === 'notified').map(getNotificationId);
    const foundNotifications = ids.length === 0 ? [] : await findNotificationsByIds(this.services.views.store, ids);
    for (const notification of foundNotifications) this.notifications.set(notification.id, notification);
    return foundNotifications.flatMap(({ threadId }) => threadId ?? []);
  }

  mayNotify(change: RingChange, threadOf: (id: number) => ThreadDocument | undefined): boolean {
    const threadId = this.notifications.get(getNotificationId(change))?.threadId ?? null;
    if (threadId === null) return true;
    const { policy } = this.services;
    const thread = threadOf(threadId);
    return thread !== undefined && policy.mayView(policy.getActor(change.rowId), thread);
  }
}

export const getNotificationId = ({ rowId, position }: Pick<RingChange, 'rowId' | 'position'>): string =>
  buildNotificationId(position, rowId);
