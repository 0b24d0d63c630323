import type { Position } from '@guildhall/event-store/port.js';
import { findFirstVisibleFrom, type OrdinalThread } from '../threads/ordinals.js';
import type { Filter, ViewStore } from '../../view-store.js';
import { findById, findNewestBefore, findOldestAfter } from '../find-documents.js';
import type { PostDocument } from './document.js';

export const findPostsAfter = (store: ViewStore, threadId: number, after: string, limit: number) =>
  findOldestAfter<PostDocument>(store, 'posts', { threadId, deleted: false }, after, limit);

export const findNewestPostsAfter = (store: ViewStore, threadId: number, after: string, limit: number) =>
  findNewestBefore<PostDocument>(store, 'posts', { threadId, deleted: false, order: { $gt: after } }, null, limit);

export const countPostsAfter = (store: ViewStore, threadId: number, after: string) =>
  store.count('posts', { threadId, deleted: false, order: { $gt: after } });

export interface PostRange {
  after: Position;
  upTo: Position;
}

export const countPostsWithin = (store: ViewStore, threadId: number, { after, upTo }: PostRange) =>
  store.count('posts', { threadId, deleted: false, order: { $gt: after, $lte: upTo } });

export function findPostsFrom(store: ViewStore, threadId: number, from: string, limit: number) {
  const filter: Filter = { threadId, deleted: false, order: { $gte: from } };
  return store.find<PostDocument>('posts', filter, { sort: [['order', 1]], limit });
}

export async function findPostUpTo(store: ViewStore, threadId: number, order: string): Promise<PostDocument | null> {
  const [newestPost] = await findNewestPostsUpTo(store, threadId, order, 1);
  return newestPost ?? null;
}

export function findNewestPostsUpTo(store: ViewStore, threadId: number, order: string, limit: number) {
  const filter: Filter = { threadId, deleted: false, order: { $lte: order } };
  return findNewestBefore<PostDocument>(store, 'posts', filter, null, limit);
}

export function findDeletedPosts(
  store: ViewStore,
  threadId: number,
  authorId: number | null,
  beforeOrder: string | null,
  limit: number,
) {
  const filter: Filter = { threadId, deleted: true, ...(authorId !== null && { authorId }) };
  return findNewestBefore<PostDocument>(store, 'posts', filter, beforeOrder, limit);
}

export async function findPostByOrdinal(store: ViewStore, thread: OrdinalThread, number: number) {
  const id = await findFirstVisibleFrom(store, thread, number);
  return id === null ? null : findById<PostDocument>(store, 'posts', id);
}

export async function findPostsBefore(store: ViewStore, threadId: number, beforeOrder: string | null, limit: number) {
  return (
    await findNewestBefore<PostDocument>(store, 'posts', { threadId, deleted: false }, beforeOrder, limit)
  ).reverse();
}

export const findPostsByAuthor = (store: ViewStore, authorId: number, after: string, limit: number) =>
  findOldestAfter<PostDocument>(store, 'posts', { authorId }, after, limit);

export const findPostsByIds = (store: ViewStore, ids: readonly number[]) => store.getMany<PostDocument>('posts', ids);

export const findRepliesTo = (store: ViewStore, replyTo: number, after: string, limit: number) =>
  findOldestAfter<PostDocument>(store, 'posts', { replyTo, deleted: false }, after, limit);
