import type { PostDocument } from './posts/document.js';
import type { ThreadDocument } from './threads/document.js';
import type { Filter, ViewStore } from '../view-store.js';

/** A thread or reply of an author, deleted or not. */
export type AuthoredRow = { order: string } & (
  { kind: 'thread'; thread: ThreadDocument } | { kind: 'post'; post: PostDocument }
);

/** The newest threads and replies of an author, at most `limit` before an order (exclusive; null for the newest). */
export async function newestByAuthor(
  store: ViewStore,
  authorId: number,
  before: string | null,
  limit: number,
): Promise<AuthoredRow[]> {
  const older = (field: string): Filter => (before === null ? {} : { [field]: { $lt: before } });
  const [threads, posts] = await Promise.all([
    store.find<ThreadDocument>(
      'threads',
      { authorId, ...older('createdOrder') },
      { sort: [['createdOrder', -1]], limit },
    ),
    store.find<PostDocument>('posts', { authorId, ...older('order') }, { sort: [['order', -1]], limit }),
  ]);
  const written: AuthoredRow[] = [
    ...threads.map((thread): AuthoredRow => ({ kind: 'thread', order: thread.createdOrder, thread })),
    ...posts.map((post): AuthoredRow => ({ kind: 'post', order: post.order, post })),
  ];
  return written.sort((a, b) => (a.order < b.order ? 1 : -1)).slice(0, limit);
}
