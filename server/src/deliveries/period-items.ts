import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import { notificationsFrom } from '@guildhall/projections/views/notifications/queries.js';
import { postsByIds } from '@guildhall/projections/views/posts/queries.js';
import { allMark, readCheck } from '../notifications/notification-marks.js';
import { visibleAmong, type NotificationReader } from '../notifications/notification-reader.js';
import { watchedUpdates } from '../notifications/watched-updates.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import { getOrder, type ItemSource } from './delivery-items.js';
import { maxItems } from './thread-items.js';

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
  const unread = visible.filter((one) => !isRead(one));
  const watched = isWanted('watch') ? await newestWatchedPosts(services, reader, from) : [];
  const addressed = new Set(unread.map(({ order }) => order));
  const sources: ItemSource[] = [
    ...unread.map((notification) => ({ notification })),
    ...watched.filter((source) => !addressed.has(getOrder(source))),
  ].sort((one, other) => (getOrder(one) < getOrder(other) ? -1 : 1));
  const shown = sources.slice(-maxItems);
  return { sources: shown, omitted: sources.length - shown.length };
}

/** Returns the newest post of each watched thread, as the page does. */
async function newestWatchedPosts(
  services: Dependencies,
  { actor, mutedMembers }: NotificationReader,
  from: string,
): Promise<ItemSource[]> {
  const [all] = await services.readMarks.marksOf(actor.userId, [allMark]);
  const updates = await watchedUpdates(services, actor, mutedMembers, all?.order ?? '');
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
