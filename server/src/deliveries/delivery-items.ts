import { setImmediate as nextTurn } from 'node:timers/promises';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { NotificationRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findReportsByIds } from '@guildhall/projections/views/reports/queries.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findWallPostsByIds } from '@guildhall/projections/views/wallposts/queries.js';
import { buildNotificationRows } from '../notifications/notification-rows.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import { createPlainPreview, type Texts } from '../vault/texts.js';
import type { DeliveryItem } from './delivery-content.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
}

/** A post that is sent because its thread is watched. `postId` is null for the opening post. */
export interface WatchedPost {
  thread: { id: number; title: string };
  postId: number | null;
  authorId: number;
  content: string;
  order: string;
  at: string;
}

export type ItemSource = { notification: NotificationDocument } | { post: WatchedPost };

export const getOrder = (source: ItemSource): string =>
  'post' in source ? source.post.order : source.notification.order;

/** Returns the order of the newest item in each thread. The sources must be sorted, oldest first. */
export const findNewestOrders = (sources: readonly ItemSource[]): ReadonlyMap<number, string> =>
  new Map(
    sources.flatMap((source) => {
      const threadId = 'post' in source ? source.post.thread.id : source.notification.threadId;
      return threadId === null ? [] : [[threadId, getOrder(source)]];
    }),
  );

const maxExcerptLength = 500;

/** Returns the items in the order of their sources. */
export async function buildItems(services: Dependencies, sources: readonly ItemSource[]): Promise<DeliveryItem[]> {
  const notifications = sources.flatMap((source) => ('post' in source ? [] : source.notification));
  const posts = sources.flatMap((source) => ('post' in source ? source.post : []));
  await services.directory.ensure([
    ...posts.map(({ authorId }) => authorId),
    ...notifications.map(({ userId }) => userId),
  ]);
  const rows = await buildNotificationRows(services, notifications, () => false);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const contents = await findContents(services, notifications);
  const sealedTexts = [...contents.values(), ...posts.flatMap(({ content, thread }) => [content, thread.title])];
  const openedTexts = await services.texts.open(sealedTexts);
  const items: DeliveryItem[] = [];
  for (const source of sources) {
    // Rendering a long text takes time.
    await nextTurn();
    const buildExcerpt = (text = '') => {
      const openedText = openedTexts.get(text);
      return openedText ? createPlainPreview(openedText.text, maxExcerptLength) : null;
    };
    if ('post' in source) {
      const { thread, postId, authorId, content, at } = source.post;
      items.push({
        kind: 'watch',
        notificationId: null,
        subject: postId === null ? 'thread' : 'post',
        wallOf: null,
        act: null,
        reason: null,
        actor: services.directory.getName(authorId),
        thread: { id: thread.id, title: openedTexts.get(thread.title)?.text ?? '' },
        path: buildThreadPath(thread.id, postId),
        excerpt: buildExcerpt(content),
        at,
      });
      continue;
    }
    const row = rowsById.get(source.notification.id);
    if (!row) continue;
    const item = toDeliveryItem(row, buildExcerpt(contents.get(row.id)));
    // The texts say "your wall" instead of the owner's name.
    const isOwnWall = row.wall_of !== null && row.wall_of === services.directory.getName(source.notification.userId);
    items.push(isOwnWall ? { ...item, wallOf: null } : item);
  }
  return items;
}

function toDeliveryItem(row: NotificationRow, excerpt: string | null): DeliveryItem {
  const { id: notificationId, kind, username = null, subject, thread, wall_of, act, reason, at } = row;
  return {
    kind,
    notificationId,
    actor: username,
    subject: subject.kind,
    thread,
    wallOf: wall_of,
    act,
    reason,
    path: buildPath(row),
    excerpt,
    at,
  };
}

/** Returns the sealed texts that notifications quote, by notification. Staff actions quote none. */
async function findContents(
  { views: { store } }: Dependencies,
  notifications: readonly NotificationDocument[],
): Promise<Map<string, string>> {
  const quotingNotifications = notifications.filter(({ kind }) => kind !== 'moderation');
  const listIds = (subjectKind: string) =>
    quotingNotifications.flatMap(({ subject: { kind, id }, replyId }) => (kind === subjectKind ? [replyId ?? id] : []));
  const texts = new Map<string, string>();
  const add = (kind: string, newTexts: readonly { id: number; content: string }[]) => {
    for (const { id, content } of newTexts) texts.set(`${kind} ${id}`, content);
  };
  add('post', await findPostsByIds(store, listIds('post')));
  add('thread', await findThreadsByIds(store, listIds('thread')));
  add('wallpost', await findWallPostsByIds(store, listIds('wallpost')));
  const reports = await findReportsByIds(store, listIds('report'));
  add(
    'report',
    reports.flatMap(({ id, answer }) => (answer === null ? [] : { id, content: answer })),
  );
  return new Map(
    quotingNotifications.flatMap(({ id, subject, replyId }) => {
      const text = texts.get(`${subject.kind} ${replyId ?? subject.id}`);
      return text === undefined ? [] : [[id, text]];
    }),
  );
}

export const buildThreadPath = (threadId: number, postId: number | null): string =>
  pages.thread.path.replace(':id', String(threadId)) + (postId === null ? '' : `#post-${postId}`);

function buildPath({ kind, subject, thread, wall_of, username }: NotificationRow): string {
  if (thread) return buildThreadPath(thread.id, subject.kind === 'post' ? subject.id : null);
  if (kind === 'report') return pages.reportBug.path;
  const profile = kind === 'follow' ? username : wall_of;
  if (!profile) return pages.notifications.path;
  const path = pages.profile.path.replace(':username', encodeURIComponent(profile));
  return subject.kind === 'wallpost' ? `${path}#wallpost-${subject.id}` : path;
}
