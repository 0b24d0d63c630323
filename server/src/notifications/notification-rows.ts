import type { Actor } from '@guildhall/domain/permissions.js';
import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { findFollowersAmong } from '@guildhall/projections/views/follows/queries.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import type { Views } from '../stores/views.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';
import { renderTexts } from '../read-models/rendered-texts.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
}

const outlivesSubject = ({ kind }: NotificationDocument): boolean => kind === 'moderation';

export async function findVisibleNotifications(
  services: Pick<Dependencies, 'views' | 'policy'>,
  actor: Actor & { userId: number },
  foundNotifications: readonly NotificationDocument[],
): Promise<NotificationDocument[]> {
  const threads = await loadContext(services, foundNotifications);
  const listIds = (kind: string) =>
    foundNotifications.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.id);
  const posts = await findPostsByIds(services.views.store, listIds('post'));
  const replies = foundNotifications.flatMap(({ replyId }) => replyId ?? []);
  const walls = await findWallPostsByIds(services.views.store, [...listIds('wallpost'), ...replies]);
  const followers = await findFollowersAmong(services.views.store, actor.userId, listIds('member'));
  const deletedIds = new Set([...posts, ...walls].filter(({ deleted }) => deleted).map(({ id }) => id));
  return foundNotifications.filter((notification) => {
    const thread = notification.threadId === null ? null : threads.get(notification.threadId);
    if (thread === undefined || (thread && !services.policy.mayView(actor, thread))) return false;
    if (outlivesSubject(notification)) return true;
    if (notification.kind === 'follow' && !followers.has(notification.subject.id)) return false;
    if (notification.kind === 'solution' && thread?.solution?.order !== notification.order) return false;
    if (notification.replyId !== null && deletedIds.has(notification.replyId)) return false;
    return !deletedIds.has(notification.subject.id) && !thread?.deleted && !isGone(services, notification);
  });
}

const isGone = ({ policy }: Pick<Dependencies, 'policy'>, { actorId }: NotificationDocument): boolean =>
  actorId !== null && policy.isGone(actorId);

export async function buildNotificationRows(
  services: Pick<Dependencies, 'views' | 'directory' | 'texts'>,
  notifications: readonly NotificationDocument[],
  isRead: (notification: NotificationDocument) => boolean,
): Promise<NotificationRow[]> {
  const threads = await loadContext(services, notifications);
  const wallIds = notifications.filter(({ subject }) => subject.kind === 'wallpost').map(({ subject }) => subject.id);
  const walls = await findWallPostsByIds(services.views.store, wallIds);
  const owners = new Map(walls.map(({ id, ownerId }) => [id, ownerId]));
  await services.directory.ensure([...notifications.flatMap(({ actorId }) => actorId ?? []), ...owners.values()]);
  const titles = [...threads.values()].map(({ title }) => title);
  const reasons = notifications.flatMap(({ reason }) => reason ?? []);
  const openedTexts = await renderTexts(services.texts, [...titles, ...reasons]);
  return notifications.map((notification) => {
    const thread = findShownThread(notification, threads);
    const owner = notification.subject.kind === 'wallpost' ? owners.get(notification.subject.id) : undefined;
    const row: NotificationRow = {
      id: notification.id,
      kind: notification.kind,
      subject: notification.subject,
      thread: thread ? { id: thread.id, title: openedTexts(thread.title).text } : null,
      act: notification.act,
      reason: notification.reason && openedTexts(notification.reason).text,
      wall_of: owner === undefined ? null : services.directory.getName(owner),
      at: notification.at,
      read: isRead(notification),
    };
    if (notification.kind === 'report' || notification.actorId === null) return row;
    return Object.assign(row, services.directory.getAuthor(notification.actorId));
  });
}

function findShownThread(
  notification: NotificationDocument,
  threads: ReadonlyMap<number, ThreadDocument>,
): ThreadDocument | null {
  const thread = threads.get(notification.threadId ?? 0);
  return thread && (!thread.deleted || thread.authorId === notification.userId) ? thread : null;
}

async function loadContext(
  { views }: Pick<Dependencies, 'views'>,
  notifications: readonly NotificationDocument[],
): Promise<Map<number, ThreadDocument>> {
  const ids = new Set(notifications.flatMap(({ threadId }) => threadId ?? []));
  return new Map((await findThreadsByIds(views.store, [...ids])).map((thread) => [thread.id, thread]));
}
