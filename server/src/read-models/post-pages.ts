import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { PostDocument } from '@guildhall/projections/views/posts/document.js';
import {
  findPostByOrdinal,
  findPostsAfter,
  findPostsBefore,
  findPostsByIds,
  findPostsFrom,
  findRepliesTo,
} from '@guildhall/projections/views/posts/queries.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import { fillPage, readInChunks, type PageLinks } from '../request/paging.js';
import type { Views } from '../stores/views.js';
import type { Rows } from './rows.js';

interface Dependencies {
  views: Views;
  rows: Rows;
}

interface PostPage {
  rows: PostRow[];
  links: PageLinks;
}

interface PageAnchor {
  around: number | null;
  number?: number | undefined;
  at?: string | undefined;
}

/** @throws Refusal not-found if the reply belongs to another thread */
export async function readPageAround(
  services: Dependencies,
  thread: ThreadDocument,
  query: PageAnchor & { limit: number },
): Promise<PostPage> {
  const { limit, around } = query;
  const { store } = services.views;
  const middlePost =
    around === null ? await requirePost(store, thread, query) : (await findPostsByIds(store, [around]))[0];
  if (around !== null && middlePost?.threadId !== thread.id) throw new Refusal('not-found');
  if (!middlePost) return readPageBefore(services, thread.id, null, limit);
  const half = Math.floor(limit / 2);
  const earlierPosts = await readPageBefore(services, thread.id, middlePost.order, half, limits.listBytes / 2);
  const laterPosts = await readPageFrom(services, thread.id, middlePost.order, limit - half, limits.listBytes / 2);
  return { rows: [...earlierPosts.rows, ...laterPosts.rows], links: { ...earlierPosts.links, ...laterPosts.links } };
}

async function requirePost(
  store: ViewStore,
  thread: ThreadDocument,
  { number, at = '' }: PageAnchor,
): Promise<PostDocument | null> {
  if (number !== undefined) return findPostByOrdinal(store, thread, number - 1);
  let [low, high] = [0, thread.posted];
  while (low < high) {
    const middleIndex = Math.floor((low + high) / 2);
    const post = await findPostByOrdinal(store, thread, middleIndex);
    if (post && post.createdAt < at) low = post.number + 1;
    else high = middleIndex;
  }
  return findPostByOrdinal(store, thread, low);
}

export async function readPageBefore(
  services: Dependencies,
  threadId: number,
  order: string | null,
  limit: number,
  maxBytes?: number,
) {
  const posts = readInChunks(limit, async (behind, count) => {
    return (await findPostsBefore(services.views.store, threadId, behind ?? order, count)).reverse();
  });
  const { rows, last } = await fillPage(posts, limit, (some) => services.rows.buildPosts(some), maxBytes);
  const prev = last && { before: last.order, limit: String(limit), last: null, cursor: null };
  return { rows: rows.reverse(), links: prev ? { prev } : {} } satisfies PostPage;
}

export function readPageAfter(
  services: Dependencies,
  threadId: number,
  order: string,
  limit: number,
): Promise<PostPage> {
  const { store } = services.views;
  const posts = readInChunks(limit, (behind, count) => findPostsAfter(store, threadId, behind ?? order, count));
  return buildPage(services, posts, limit);
}

export function readPageFrom(
  services: Dependencies,
  threadId: number,
  order: string,
  limit: number,
  maxBytes?: number,
) {
  const { store } = services.views;
  const posts = readInChunks(limit, (behind, count) =>
    behind === null ? findPostsFrom(store, threadId, order, count) : findPostsAfter(store, threadId, behind, count),
  );
  return buildPage(services, posts, limit, maxBytes);
}

export function readPageOfReplies(services: Dependencies, replyTo: number, order: string, limit: number) {
  const { store } = services.views;
  const posts = readInChunks(limit, (behind, count) => findRepliesTo(store, replyTo, behind ?? order, count));
  return buildPage(services, posts, limit);
}

async function buildPage(
  { rows: rowBuilder }: Pick<Dependencies, 'rows'>,
  posts: AsyncIterable<readonly PostDocument[]>,
  limit: number,
  maxBytes?: number,
): Promise<PostPage> {
  const { rows, last } = await fillPage(posts, limit, (some) => rowBuilder.buildPosts(some), maxBytes);
  return { rows, links: last ? { next: { cursor: last.order } } : {} };
}
