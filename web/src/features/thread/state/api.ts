import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { PostRow, TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadFields, ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';

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

/** `version`: the text that the editor started with; without it the current text is replaced. The same for a reply. */
export function putThread(id: number, fields: ThreadFields, key: string, version?: number) {
  return send<WriteResponse>('PUT', `/forums/threads/${id}`, key, { ...fields }, version);
}

export function deleteThread(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('DELETE', `/forums/threads/${id}`, key);
}

export function putReply(id: number, content: string, key: string, version?: number) {
  return send<WriteResponse>('PUT', `/forums/posts/${id}`, key, { content }, version);
}

export function deleteReply(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('DELETE', `/forums/posts/${id}`, key);
}

export function restoreReply(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/forums/posts/${id}/restore`, key);
}

export function restoreThread(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/forums/threads/${id}/restore`, key);
}

export interface Destination {
  sectionId: number;
  subsectionId: number | null;
  reason: string;
}

export function moveThread(id: number, { sectionId, subsectionId, reason }: Destination, key: string) {
  const place = { section_id: sectionId, subsection_id: subsectionId };
  const body = reason === '' ? place : { ...place, reason };
  return send<WriteResponse>('POST', `/forums/threads/${id}/move`, key, body);
}

export function undoAction(act: string, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/admin/audit/${act}/undo`, key);
}

/** The versions of a text, oldest first. */
export async function getVersions(kind: 'post' | 'thread', id: number, signal: AbortSignal): Promise<TextVersion[]> {
  const versions: TextVersion[] = [];
  for (let next: string | null = `/forums/${kind}s/${id}/history`; next !== null;) {
    const page: ApiResponse<TextVersion[]> = await get<TextVersion[]>(next, signal);
    versions.push(...page.body);
    next = page.next;
  }
  return versions;
}
