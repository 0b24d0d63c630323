import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import { notificationsFrom } from '@guildhall/projections/views/notifications/queries.js';
import { postsByIds } from '@guildhall/projections/views/posts/queries.js';
import { threadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { allMark, readCheck } from '../notifications/notification-marks.js';
import { visibleAmong, type NotificationReader } from '../notifications/notification-reader.js';
import { watchedUpdates } from '../notifications/watched-updates.js';
import { watchLevelOf } from '../notifications/watch-level.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import { orderOf, type ItemSource } from './delivery-items.js';
import { maxItems, mutableKinds } from './thread-items.js';

interface Dependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  readMarks: MarksOfMembers;
}

const maxNotificationsRead = 100;

/** Returns what the member has not read since the first event of an hourly email or a digest, oldest first. */
export async function periodItems(
  services: Dependencies,
  reader: NotificationReader,
  from: string,
  isWanted: (kind: ChoiceKind) => boolean,
): Promise<{ sources: ItemSource[]; omitted: number }> {
  const { store } = services.views;
  const { userId } = reader.actor;
  const found = await notificationsFrom(store, userId, from, maxNotificationsRead);
  const visible = await visibleAmong(services, reader, found, isWanted);
  const isRead = await readCheck(services, userId, visible);
  const muted = await mutedThreads(
    services,
    userId,
    visible.flatMap(({ kind, threadId }) => (mutableKinds.has(kind) ? (threadId ?? []) : [])),
  );
  const unread = visible.filter((one) => !isRead(one) && !(mutableKinds.has(one.kind) && muted.has(one.threadId ?? 0)));
  const watched = isWanted('watch') ? await newestWatchedPosts(services, reader, from) : [];
  const addressed = new Set(unread.map(({ order }) => order));
  const sources: ItemSource[] = [
    ...unread.map((notification) => ({ notification })),
    ...watched.filter((source) => !addressed.has(orderOf(source))),
  ].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const shown = sources.slice(-maxItems);
  return { sources: shown, omitted: sources.length - shown.length };
}

async function mutedThreads(
  { views: { store } }: Dependencies,
  userId: number,
  threadIds: readonly number[],
): Promise<Set<number>> {
  const muted = new Set<number>();
  for (const thread of await threadsByIds(store, [...new Set(threadIds)]))
    if ((await watchLevelOf(store, userId, thread)) === 'muted') muted.add(thread.id);
  return muted;
}

/** Returns the newest post of each watched thread, as the page does. */
async function newestWatchedPosts(
  services: Dependencies,
  { actor, ignored }: NotificationReader,
  from: string,
): Promise<ItemSource[]> {
  const [all] = await services.readMarks.marksOf(actor.userId, [allMark]);
  const updates = await watchedUpdates(services, actor, ignored, all?.order ?? '');
  const threads = updates.filter(({ activity }) => activity >= from);
  const posts = await postsByIds(
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
