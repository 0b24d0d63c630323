import type { Filter, ViewStore } from '../view-store.js';
import type { PostDocument } from './document.js';

/** Replies of a thread that stand, ascending, at most `limit` after an order (exclusive; '' for the first). */
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

/** What somebody replied, deleted or not, in the order of its posting, after one (exclusive; '' for the first). */
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
