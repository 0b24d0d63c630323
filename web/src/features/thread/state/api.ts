import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { get, type ApiResponse } from '../../../shared/api/api.js';

/** Replies per page, and among the newest ones that are shown of a long thread. */
export const pageSize = firstPage.posts;

export function getThread(id: number): Promise<ApiResponse<ThreadRow>> {
  return get<ThreadRow>(`/forums/threads/${id}`);
}

/** Replies from the first on, ascending; `next` of the response leads on. */
export function getFirstPosts(threadId: number, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?limit=${limit}`);
}

/** The newest replies, ascending. */
export function getLastPosts(threadId: number, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?last=${limit}`);
}

/** The replies just before one, ascending. */
export function getPostsBefore(threadId: number, order: string, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?before=${encodeURIComponent(order)}&limit=${limit}`);
}

/** Replies from the given one on, ascending; `next` of the response leads on. */
export function getPostsFrom(threadId: number, order: string, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?from=${order}&limit=${limit}`);
}

/** The replies after one, ascending; after '' the first ones. */
export function getPostsAfter(threadId: number, order: string): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?cursor=${order}&limit=${pageSize}`);
}

/** The neighbours of a reply by its id, of the nth one, or of a moment. */
export function getPostsAround(threadId: number, what: 'around' | 'number' | 'at', value: string) {
  return get<PostRow[]>(`/forums/posts/${threadId}?${what}=${encodeURIComponent(value)}&limit=${pageSize}`);
}

/** One reply of a thread; null where it does not exist or was deleted. */
export async function getPost(threadId: number, id: number): Promise<PostRow | null> {
  const { body } = await get<PostRow[]>(`/forums/posts/${threadId}?around=${id}&limit=2`);
  return body.find((row) => row.id === id) ?? null;
}

/** The replies to a reply, after an order; '' for the first ones. */
export function getRepliesTo(id: number, order: string): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${id}/replies?limit=${pageSize}&cursor=${order}`);
}
