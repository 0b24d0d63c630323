import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationDocument } from '@guildhall/projections/views/notifications/document.js';
import { findNotificationsByUser } from '@guildhall/projections/views/notifications/queries.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { allMark, readCheck } from '../notifications/notification-marks.js';
import { filterVisible, type NotificationReader } from '../notifications/notification-reader.js';
import { findWatchedUpdates } from '../notifications/watched-updates.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import { getOrder, type ItemSource } from './delivery-items.js';
import { findUnreadEmailed, isBundled } from './emailed-threads.js';
import { maxItems } from './thread-items.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  readMarks: MarksOfMembers;
}

interface Period {
  /** The first event of an hourly email or a digest. */
  from: string;
  /** A digest also lists mentions before its first event. */
  mentionsSince: string;
}

const pageSize = 100;
const maxPages = 5;
/** Exceeds what is sent, so that those that are omitted can be counted. */
const maxWatched = 300;

/** Returns what the member has not read, oldest first. */
export async function findPeriodItems(
  services: Dependencies,
  reader: NotificationReader,
  period: Period,
  isWanted: (kind: ChoiceKind) => boolean,
): Promise<{ sources: ItemSource[]; omitted: number }> {
  const unread = await findNewestUnread(services, reader, period, isWanted);
  const watchedPosts = isWanted('watch') ? await findNewestWatchedPosts(services, reader, period.from) : [];
  const addressedOrders = new Set(unread.map(({ order }) => order));
  const sources: ItemSource[] = [
    ...unread.map((notification) => ({ notification })),
    ...watchedPosts.filter((source) => !addressedOrders.has(getOrder(source))),
  ].sort((one, other) => (getOrder(one) < getOrder(other) ? -1 : 1));
  const shownSources = sources.slice(-maxItems);
  return { sources: shownSources, omitted: sources.length - shownSources.length };
}

/** Reads on while notifications that the member does not receive fill the pages. */
async function findNewestUnread(
  services: Dependencies,
  reader: NotificationReader,
  { from, mentionsSince }: Period,
  isWanted: (kind: ChoiceKind) => boolean,
): Promise<NotificationDocument[]> {
  const { userId } = reader.actor;
  const unread: NotificationDocument[] = [];
  let beforeOrder: string | null = null;
  for (let page = 0; page < maxPages && unread.length < maxItems; page++) {
    const foundNotifications: NotificationDocument[] = await findNotificationsByUser(
      services.views.store,
      userId,
      beforeOrder,
      pageSize,
    );
    const inPeriod = foundNotifications.filter(
      ({ kind, order, at }) => order >= from || (kind === 'mention' && at >= mentionsSince),
    );
    const visible = await filterVisible(services, reader, inPeriod, isWanted);
    const isRead = await readCheck(services, userId, visible);
    unread.push(
      ...(await withoutBundled(
        services,
        userId,
        visible.filter((notification) => !isRead(notification)),
      )),
    );
    const oldest = foundNotifications.at(-1);
    if (!oldest || foundNotifications.length < pageSize || (oldest.order < from && oldest.at < mentionsSince)) break;
    beforeOrder = oldest.order;
  }
  return unread;
}

async function withoutBundled(
  services: Dependencies,
  userId: number,
  notifications: readonly NotificationDocument[],
): Promise<NotificationDocument[]> {
  const threadIds = notifications.flatMap(({ kind, threadId }) => (isBundled(kind) ? (threadId ?? []) : []));
  const threads = await findThreadsByIds(services.views.store, [...new Set(threadIds)]);
  const emailedMarks = await findUnreadEmailed(services, userId, threads);
  return notifications.filter(({ kind, threadId }) => !isBundled(kind) || !emailedMarks.has(threadId ?? 0));
}

/** Returns the newest post of each watched thread, as the page does, unless an earlier email about it is unread. */
async function findNewestWatchedPosts(
  services: Dependencies,
  { actor, mutedMembers }: NotificationReader,
  from: string,
): Promise<ItemSource[]> {
  const { userId } = actor;
  const [all] = await services.readMarks.loadMarks(userId, [allMark]);
  const updates = await findWatchedUpdates(services, actor, mutedMembers, all?.order ?? '', maxWatched);
  const recent = updates.filter(({ activity }) => activity >= from);
  const emailedMarks = await findUnreadEmailed(services, userId, recent);
  const threads = recent.filter(({ id }) => !emailedMarks.has(id));
  const posts = await findPostsByIds(
    services.views.store,
    threads.flatMap(({ lastPostId }) => lastPostId ?? []),
  );
  const contents = new Map(posts.map(({ id, content }) => [id, content]));
  return threads.map((thread) => {
    const { lastPostId: postId, lastAuthorId: authorId, lastPostAt: at, activity: order } = thread;
    const content = postId === null ? thread.content : (contents.get(postId) ?? '');
    return { post: { thread, postId, authorId, content, order, at } };
  });
}
