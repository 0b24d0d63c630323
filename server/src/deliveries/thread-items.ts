import { pickLaterPosition } from '@guildhall/event-store/port.js';
import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import { findNotificationsInThread } from '@guildhall/projections/views/notifications/queries.js';
import { findNewestPostsAfter, countPostsAfter } from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { findThreadById } from '@guildhall/projections/views/threads/queries.js';
import { findWatchState } from '@guildhall/projections/views/watches/levels.js';
import { allMark, readCheck } from '../notifications/notification-marks.js';
import { filterVisible, type NotificationReader } from '../notifications/notification-reader.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import { getCountsSince, readStates, type MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import { getOrder, type ItemSource } from './delivery-items.js';
import { buildEmailedMark, hasReadUpTo } from './emailed-threads.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  readMarks: MarksOfMembers;
}

export interface ThreadItems {
  /** Everything in the thread that the member wants to receive and has not read, oldest first. */
  sources: ItemSource[];
  omitted: number;
  /** The order up to which emails have been sent. */
  emailedTo: string;
  /** Whether the member has read every post up to `emailedTo`. */
  hasReadEmailed: boolean;
}

export const maxItems = 20;
/** Exceeds `maxItems` because some of what is read, such as posts of muted members, is not sent. */
const maxRead = 100;

export async function loadThreadItems(
  services: Dependencies,
  reader: NotificationReader,
  threadId: number,
  isWanted: (kind: ChoiceKind) => boolean,
): Promise<ThreadItems | null> {
  const { store } = services.views;
  const { userId } = reader.actor;
  const thread = await findThreadById(store, threadId);
  if (!thread || !services.policy.mayView(reader.actor, thread)) return null;
  const watch = await findWatchState(store, userId, thread);
  const marks = await services.readMarks.loadMarks(userId, [allMark, buildEmailedMark(threadId)]);
  const findMarkOrder = (markKey: string) => marks.find(({ key }) => key === markKey)?.order ?? '';
  const all = findMarkOrder(allMark);
  const foundNotifications = await findNotificationsInThread(store, userId, threadId, all, maxRead);
  const visible = await filterVisible(services, reader, foundNotifications, isWanted);
  const isRead = await readCheck(services, userId, visible);
  const notifications = visible.filter((notification) => !isRead(notification));
  const [state] = await readStates(services, userId, [thread]);
  const readTo = pickLaterPosition(state?.order ?? '', all);
  const since = state?.order == null ? getCountsSince(services.directory, userId) : '';
  // Muting a thread stops only these posts, and not what is addressed to the member.
  const isWatched = watch.level === 'watching' && isWanted('watch') && !thread.deleted;
  const posts = isWatched
    ? await findUnreadPosts(services, reader, thread, pickLaterPosition(readTo, watch.since), since)
    : { sources: [], omitted: 0 };
  const addressedOrders = new Set(notifications.map(({ order }) => order));
  const sources: ItemSource[] = [
    ...notifications.map((notification) => ({ notification })),
    ...posts.sources.filter((source) => !addressedOrders.has(getOrder(source))),
  ].sort((one, other) => (getOrder(one) < getOrder(other) ? -1 : 1));
  const shownSources = sources.slice(-maxItems);
  const omittedCount = posts.omitted + sources.length - shownSources.length;
  const emailedTo = findMarkOrder(buildEmailedMark(threadId));
  const hasReadEmailed = await hasReadUpTo(services, thread, emailedTo, readTo);
  return { sources: shownSources, omitted: omittedCount, emailedTo, hasReadEmailed };
}

/** Returns the newest posts by others. The count of those that are omitted may include the member's own. */
async function findUnreadPosts(
  { views: { store }, policy }: Dependencies,
  { actor, mutedMembers }: NotificationReader,
  thread: ThreadDocument,
  readTo: string,
  since: string,
): Promise<{ sources: ItemSource[]; omitted: number }> {
  const posts = await findNewestPostsAfter(store, thread.id, readTo, maxRead);
  const omittedCount = posts.length < maxRead ? 0 : (await countPostsAfter(store, thread.id, readTo)) - maxRead;
  const openingPost = { ...thread, id: null, order: thread.createdOrder };
  const isNew = posts.length < maxRead && openingPost.order > readTo;
  const sources = [...posts, ...(isNew ? [openingPost] : [])]
    .filter(({ authorId }) => authorId !== actor.userId && !mutedMembers.has(authorId) && !policy.isGone(authorId))
    .filter(({ createdAt }) => createdAt > since)
    .map(({ id: postId, authorId, content, order, createdAt: at }) => {
      return { post: { thread, postId, authorId, content, order, at } };
    });
  return { sources, omitted: omittedCount };
}
