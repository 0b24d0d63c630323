import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { get, type ApiResponse } from '../../../shared/api/api.js';

/** Replies per page, and the number of newest replies shown of a long thread. */
export const pageSize = firstPage.posts;

export function getThread(id: number): Promise<ApiResponse<ThreadRow>> {
  return get<ThreadRow>(`/forums/threads/${id}`);
}

/** Loads the first replies, ascending; `next` of the response is the next page. */
export function getFirstPosts(threadId: number, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?limit=${limit}`);
}

export function getLastPosts(threadId: number, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?last=${limit}`);
}

/** Loads the replies just before an order, ascending. */
export function getPostsBefore(threadId: number, order: string, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?before=${encodeURIComponent(order)}&limit=${limit}`);
}

/** Loads replies from an order on, ascending; `next` of the response is the next page. */
export function getPostsFrom(threadId: number, order: string, limit: number): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?from=${order}&limit=${limit}`);
}

/** Loads the replies after an order, ascending; '' loads the first ones. */
export function getPostsAfter(threadId: number, order: string): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${threadId}?cursor=${order}&limit=${pageSize}`);
}

/** Loads the neighbours of a reply by its id, its number or a time. */
export function getPostsAround(threadId: number, what: 'around' | 'number' | 'at', value: string) {
  return get<PostRow[]>(`/forums/posts/${threadId}?${what}=${encodeURIComponent(value)}&limit=${pageSize}`);
}

/** Returns null if the reply does not exist or was deleted. */
export async function getPost(threadId: number, id: number): Promise<PostRow | null> {
  const { body } = await get<PostRow[]>(`/forums/posts/${threadId}?around=${id}&limit=2`);
  return body.find((row) => row.id === id) ?? null;
}

/** Loads the replies to a reply, after an order; '' loads the first ones. */
export function getRepliesTo(id: number, order: string): Promise<ApiResponse<PostRow[]>> {
  return get<PostRow[]>(`/forums/posts/${id}/replies?limit=${pageSize}&cursor=${order}`);
}
