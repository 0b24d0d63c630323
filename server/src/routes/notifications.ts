import {
  notificationsResponse,
  type NotificationsResponse,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import {
  buildNotificationId,
  findNotificationsByIds,
  findNotificationsByUser,
} from '@guildhall/projections/views/notifications/queries.js';
import { z } from 'zod';
import {
  findNotificationReader,
  filterVisible,
  type NotificationReader,
} from '../notifications/notification-reader.js';
import { allMark, readCheck } from '../notifications/notification-marks.js';
import { buildNotificationRows } from '../notifications/notification-rows.js';
import { findRequestedMarks } from '../notifications/requested-marks.js';
import { countUnread } from '../notifications/unread-notifications.js';
import { buildWatchedThreadRows } from '../notifications/watched-rows.js';
import { findWatchedUpdates } from '../notifications/watched-updates.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { id } from '../request/input.js';
import { createPositiveIntSchema, position, readQuery, queryPage } from '../request/paging.js';
import type { Services } from '../services.js';

const maxMarked = 100;
const page = readQuery.extend({ limit: createPositiveIntSchema(50).default(20), cursor: position });
const notificationId = z.string().regex(/^\d{20}:\d{1,16}$/, { error: 'must be the id of a notification' });
const order = z.string().regex(/^\d{20}$/, { error: 'must be the order of a notification' });
const text = z.object({ kind: z.enum(['thread', 'post', 'wallpost']), id });
const target = z.object({ kind: z.enum(['thread', 'post']), id });
const readBody = z
  .object({
    id: notificationId.optional().describe('A single notification'),
    ids: z.array(notificationId).max(maxMarked).optional().describe('These notifications, instead of `id`'),
    seen: z
      .array(text)
      .max(maxMarked)
      .optional()
      .describe('The notifications about these threads, replies and wall posts, unless ids are sent'),
    /** Separate from `seen` because a post that was seen before its reminder became due does not end the reminder. */
    reminders: z
      .array(target)
      .max(maxMarked)
      .optional()
      .describe('Ends the due reminders of these threads and replies'),
    up_to: order.optional().describe('All notifications up to this `order`, unless ids or `seen` are sent'),
  })
  .describe('Without any field, all notifications are marked as read and all due reminders end.');

const path = '/notifications';

const changeOperation = { response: writeResponse, login: 'must-be-logged-in', keyless: true } as const;

export const notificationRoutes = tagRoutes('Notifications', [
  route.get(path, {
    scope: null,
    summary: "The caller's notifications, newest first, including watched threads with new posts and due reminders",
    query: page,
    response: notificationsResponse,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const reader = await findNotificationReader(services, { ...call.actor, userId });
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        findNotificationsByUser(services.views.store, userId, beforeOrder, count),
      );
      const visibleRows = await filterVisible(services, reader, page);
      const isRead = await readCheck(services, userId, visibleRows);
      const [all] = await services.readMarks.loadMarks(userId, [allMark]);
      const upTo = all?.order ?? '';
      const threads =
        call.query.cursor === undefined && reader.settings.page.watch
          ? await readWatchedThreads(services, reader, upTo)
          : [];
      const reminders = call.query.cursor === undefined ? await services.bookmarks.findDueReminders(reader.actor) : [];
      const body: NotificationsResponse = {
        unread: (await countUnread(services, reader, upTo)) + threads.length + reminders.length,
        threads,
        reminders,
        notices: await buildNotificationRows(services, visibleRows, isRead),
      };
      return { cache: 'no-cache', position, cursor, body };
    },
  }),
  route.put(`${path}/read`, {
    scope: null,
    summary:
      'Mark notifications as read: one or several, those for posts that were seen, reminders, all up to an order, or all',
    body: readBody,
    ...changeOperation,
    limits: [limitPerMember('read')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const { id, ids = id === undefined ? undefined : [id], seen, up_to, reminders } = call.body;
      const marksAll = [ids, seen, up_to, reminders].every((field) => field === undefined);
      if (marksAll || reminders) await services.bookmarks.endReminders(userId, reminders ?? 'all');
      if (reminders === undefined || ids || seen || up_to !== undefined)
        await services.readMarks.move(userId, await findRequestedMarks(services, userId, { ids, seen, up_to }));
      return { body: { success: true } };
    },
  }),
]);

/** Leaves out threads whose newest post has a notification of its own. */
async function readWatchedThreads(
  services: Services,
  reader: NotificationReader,
  upTo: string,
): Promise<NotificationsResponse['threads']> {
  const { actor, mutedMembers } = reader;
  const updates = await findWatchedUpdates(services, actor, mutedMembers, upTo);
  const ids = updates.map(({ activity }) => buildNotificationId(activity, actor.userId));
  const foundNotifications = await findNotificationsByIds(services.views.store, ids);
  const visibleNotifications = await filterVisible(services, reader, foundNotifications);
  const notifiedOrders = new Set(visibleNotifications.map(({ order }) => order));
  const otherUpdates = updates.filter(({ activity }) => !notifiedOrders.has(activity));
  return buildWatchedThreadRows(services, otherUpdates, new Set([...mutedMembers, actor.userId]));
}
