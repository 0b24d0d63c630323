import type { Actor } from '@guildhall/domain/permissions.js';
import { notificationKinds } from '@guildhall/domain/wire/kinds.js';
import {
  choicesResponse,
  noticesResponse,
  type NotificationsResponse,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import {
  notificationsAfter,
  notificationsByIds,
  notificationsOfUser,
} from '@guildhall/projections/views/notifications/queries.js';
import { ignoredBy } from '@guildhall/projections/views/ignores/queries.js';
import { z } from 'zod';
import { setNotificationChoices, notificationChoices } from '../notifications/notification-choices.js';
import { allMark, markOf, readBy } from '../notifications/notification-marks.js';
import { notificationRows, visibleNotifications } from '../notifications/notification-rows.js';
import { watchedUpdates } from '../notifications/watched-updates.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { nextPage, position, readQuery, positiveIntUpTo } from '../http/paging.js';
import type { Services } from '../services.js';
import { marksKeptSince } from '../read-models/read-states.js';
import { renderTexts } from '../read-models/rendered-texts.js';

const page = readQuery.extend({ limit: positiveIntUpTo(50).default(20), cursor: position });
const one = z.string().regex(/^\d{20}:\d{1,16}$/, { error: 'must be the id of a notification' });
const order = z.string().regex(/^\d{20}$/, { error: 'must be the order of a notification' });
const toRead = z.object({ id: one.optional(), up_to: order.optional() });
const choices = z.object(Object.fromEntries(notificationKinds.map((kind) => [kind, z.boolean().optional()])));

const maxCountedNotifications = 100;
const maxIgnoredMembers = 1_000;

export function notificationRoutes(services: Services): Operation[] {
  const path = '/notifications';
  return [
    operation({
      method: 'get',
      path,
      tag: 'Notifications',
      summary: "The caller's notifications, newest first, and the watched threads with new posts",
      query: page,
      response: noticesResponse,
      run: (call) => list(services, call),
    }),
    operation({
      method: 'put',
      path: `${path}/read`,
      tag: 'Notifications',
      summary: 'Mark one notification as read, or all up to an order, or all',
      body: toRead,
      response: writeResponse,
      run: (call) => markRead(services, call),
    }),
    operation({
      method: 'get',
      path: `${path}/choices`,
      tag: 'Notifications',
      summary: 'The kinds of notification that the caller receives',
      response: choicesResponse,
      run: async (call) => {
        const chosen = await notificationChoices(services, requireUser(call));
        return { cache: 'no-store', body: chosen };
      },
    }),
    operation({
      method: 'put',
      path: `${path}/choices`,
      tag: 'Notifications',
      summary: 'Choose the kinds of notification to receive; kinds left out do not change',
      body: choices,
      response: writeResponse,
      run: async (call) => {
        const userId = requireUser(call);
        await services.limits.take('write', String(userId));
        await setNotificationChoices(services, userId, call.body);
        return { body: { success: true } };
      },
    }),
  ];
}

async function list(
  services: Pick<Services, 'responses' | 'vault' | 'views' | 'policy' | 'directory' | 'texts'>,
  call: Call<unknown, z.infer<typeof page>>,
): Promise<Result> {
  const userId = requireUser(call);
  const { position } = await services.responses.begin(call);
  const { limit, cursor = null } = call.query;
  const asker = await notificationReader(services, { ...call.actor, userId });
  const found = await notificationsOfUser(services.views.store, userId, cursor, limit + 1);
  const shown = await visibleAmong(services, asker, found.slice(0, limit));
  const marks = await services.vault.readMarks(userId, [allMark, ...shown.map(({ id }) => markOf(id))]);
  const upTo = marks.find(({ key }) => key === allMark)?.order ?? '';
  const threads = cursor === null && asker.choices.reply ? await notificationsOf(services, asker, upTo) : [];
  const body: NotificationsResponse = {
    unread: (await unreadAfter(services, asker, upTo)) + threads.length,
    threads,
    notices: await notificationRows(services, shown, readBy(marks, marksKeptSince(new Date()))),
  };
  const links = nextPage(found.length > limit ? (found[limit - 1]?.order ?? null) : null);
  return { cache: 'no-store', position, links, body };
}

interface NotificationReader {
  actor: Actor & { userId: number };
  ignored: ReadonlySet<number>;
  choices: Awaited<ReturnType<typeof notificationChoices>>;
}

async function notificationReader(
  services: Pick<Services, 'vault' | 'views'>,
  actor: Actor & { userId: number },
): Promise<NotificationReader> {
  const ignored = await ignoredBy(services.views.store, actor.userId, maxIgnoredMembers);
  const choices = await notificationChoices(services, actor.userId);
  return { actor, ignored: new Set(ignored.map(({ ignoredId }) => ignoredId)), choices };
}

/** The notifications that the member has chosen to get, and may see. */
async function visibleAmong(
  services: Pick<Services, 'views' | 'policy'>,
  { actor, ignored, choices: choices }: NotificationReader,
  found: readonly NotificationDocument[],
) {
  const wanted = found.filter(({ kind, actorId }) => choices[kind] && !(actorId !== null && ignored.has(actorId)));
  return visibleNotifications(services, actor, wanted);
}

/** At most a hundred: no screen shows a larger number. */
async function unreadAfter(
  services: Pick<Services, 'vault' | 'views' | 'policy'>,
  asker: NotificationReader,
  upTo: string,
): Promise<number> {
  const { userId } = asker.actor;
  const visible = await visibleAmong(
    services,
    asker,
    await notificationsAfter(services.views.store, userId, upTo, maxCountedNotifications),
  );
  const marks = await services.vault.readMarks(
    userId,
    visible.map(({ id }) => markOf(id)),
  );
  const isRead = readBy(marks, marksKeptSince(new Date()));
  return visible.filter((notification) => !isRead(notification)).length;
}

async function notificationsOf(
  services: Pick<Services, 'vault' | 'views' | 'policy' | 'directory' | 'texts'>,
  { actor, ignored }: NotificationReader,
  upTo: string,
): Promise<NotificationsResponse['threads']> {
  const updates = await watchedUpdates(services, actor, ignored, upTo);
  await services.directory.ensure(updates.map(({ lastAuthorId }) => lastAuthorId));
  const opened = await renderTexts(
    services.texts,
    updates.map(({ title }) => title),
  );
  return updates.map(({ id, title, lastPostId, lastPostAt, lastAuthorId }) => ({
    thread_id: id,
    title: opened(title).text,
    last_post_id: lastPostId,
    last_post_at: lastPostAt,
    last_username: services.directory.nameOf(lastAuthorId),
  }));
}

async function markRead(
  services: Pick<Services, 'vault' | 'views' | 'limits'>,
  call: Call<z.infer<typeof toRead>>,
): Promise<Result> {
  const userId = requireUser(call);
  await services.limits.take('read', String(userId));
  const mark = await markRequested(services, userId, call.body);
  const now = new Date();
  if (mark) await services.vault.markRead(userId, { ...mark, count: 0, at: now.toISOString() }, marksKeptSince(now));
  return { body: { success: true } };
}

/**
 * Never farther than the newest one: future notifications are not read yet. Null for a notification of another member.
 */
async function markRequested(
  { views }: Pick<Services, 'views'>,
  userId: number,
  { id, up_to }: z.infer<typeof toRead>,
) {
  if (id !== undefined) {
    const [notification] = await notificationsByIds(views.store, [id]);
    return notification?.userId === userId ? { key: markOf(id), order: notification.order } : null;
  }
  const checkpoint = await views.store.checkpoint();
  return { key: allMark, order: up_to !== undefined && up_to < checkpoint ? up_to : checkpoint };
}
