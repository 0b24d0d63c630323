import type { PostDocument } from './posts/document.js';
import type { ThreadDocument } from './threads/document.js';
import type { ViewStore } from '../view-store.js';
import { findNewestBefore, selectNewest } from './find-documents.js';

export type AuthoredRow = { order: string } & (
  { kind: 'thread'; thread: ThreadDocument } | { kind: 'post'; post: PostDocument }
);

export async function listNewestByAuthor(
  store: ViewStore,
  authorId: number,
  beforeOrder: string | null,
  limit: number,
): Promise<AuthoredRow[]> {
  const [threads, posts] = await Promise.all([
    findNewestBefore<ThreadDocument>(store, 'threads', { authorId }, beforeOrder, limit, 'createdOrder'),
    findNewestBefore<PostDocument>(store, 'posts', { authorId }, beforeOrder, limit),
  ]);
  const authoredThreads = threads.map((thread) => ({ kind: 'thread' as const, order: thread.createdOrder, thread }));
  const authoredPosts = posts.map((post) => ({ kind: 'post' as const, order: post.order, post }));
  return selectNewest<'order', AuthoredRow>([authoredThreads, authoredPosts], 'order', limit);
}
