import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import type { ReadMark } from '../vault/read-marks.js';

/** The read marks: all up to an order, and single ones after it. */
export const allMark = 'notices';
export const markOf = (id: string): string => `notice:${id}`;

/**
 * Whether a notification is read. Marks are kept no longer than `marksKeptSince`: older notifications count as read.
 */
export function readBy(
  marks: readonly ReadMark[],
  rememberedSince: string,
): (notification: Pick<NotificationDocument, 'id' | 'order' | 'at'>) => boolean {
  const upTo = marks.find(({ key }) => key === allMark)?.order ?? '';
  const single = new Set(marks.map(({ key }) => key));
  return ({ id, order, at }) => order <= upTo || at < rememberedSince || single.has(markOf(id));
}
