import { firstVisibleFrom, type OrdinalThread } from '../threads/ordinals.js';
import type { Filter, ViewStore } from '../../view-store.js';
import type { PostDocument } from './document.js';

/** Visible replies of a thread, ascending, at most `limit` after an order (exclusive; '' for the first). */
export async function postsAfter(
  store: ViewStore,
  threadId: number,
  after: string,
  limit: number,
): Promise<PostDocument[]> {
  return store.find<PostDocument>(
    'posts',
    { threadId, deleted: false, order: { $gt: after } },
    { sort: [['order', 1]], limit },
  );
}

/** As `postsAfter`, with the one of that order itself. */
export async function postsFrom(store: ViewStore, threadId: number, from: string, limit: number) {
  const filter: Filter = { threadId, deleted: false, order: { $gte: from } };
  return store.find<PostDocument>('posts', filter, { sort: [['order', 1]], limit });
}

/** The newest visible reply that was posted at or before an order. */
export async function postUpTo(store: ViewStore, threadId: number, order: string): Promise<PostDocument | null> {
  const filter: Filter = { threadId, deleted: false, order: { $lte: order } };
  const [found] = await store.find<PostDocument>('posts', filter, { sort: [['order', -1]], limit: 1 });
  return found ?? null;
}

/** Deleted replies of a thread, of all or one author, the newest `limit` ones before an order (exclusive), newest first. */
export async function deletedPosts(
  store: ViewStore,
  threadId: number,
  authorId: number | null,
  before: string | null,
  limit: number,
): Promise<PostDocument[]> {
  const whose: Filter = authorId === null ? {} : { authorId };
  const older: Filter = before === null ? {} : { order: { $lt: before } };
  const filter: Filter = { threadId, deleted: true, ...whose, ...older };
  return store.find<PostDocument>('posts', filter, { sort: [['order', -1]], limit });
}

/** The reply that was posted as the nth in its thread (from 0), or the next visible one. */
export async function postNumbered(
  store: ViewStore,
  thread: OrdinalThread,
  number: number,
): Promise<PostDocument | null> {
  const id = await firstVisibleFrom(store, thread, number);
  const [found] = id === null ? [] : await store.getMany<PostDocument>('posts', [id]);
  return found ?? null;
}

/** The last `limit` replies before an order (exclusive), ascending; without one, the newest of the thread. */
export async function postsBefore(
  store: ViewStore,
  threadId: number,
  before: string | null,
  limit: number,
): Promise<PostDocument[]> {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  const newestFirst = await store.find<PostDocument>(
    'posts',
    { threadId, deleted: false, ...order },
    { sort: [['order', -1]], limit },
  );
  return newestFirst.reverse();
}

/** The replies of an author, deleted or not, in the order of posting, after one (exclusive; '' for the first). */
export async function postsByAuthor(
  store: ViewStore,
  authorId: number,
  after: string,
  limit: number,
): Promise<PostDocument[]> {
  return store.find<PostDocument>('posts', { authorId, order: { $gt: after } }, { sort: [['order', 1]], limit });
}

export async function postsByIds(store: ViewStore, ids: readonly number[]): Promise<PostDocument[]> {
  return store.getMany<PostDocument>('posts', ids);
}

/** The visible replies that name one as `replyTo`, ascending, at most `limit` after an order (exclusive; '' for the first). */
export async function repliesTo(
  store: ViewStore,
  replyTo: number,
  after: string,
  limit: number,
): Promise<PostDocument[]> {
  const filter: Filter = { replyTo, deleted: false, order: { $gt: after } };
  return store.find<PostDocument>('posts', filter, { sort: [['order', 1]], limit });
}
