import type { TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadFields } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send, type ApiResponse } from '../../../shared/api/api.js';
import type { Destination } from '../../../ui/dialog/move-dialog.js';

/**
 * `version` is the text that the editor started with; without it, the current text is replaced. Replies work the same.
 */
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

export function moveThread(id: number, { sectionId, subsectionId, reason }: Destination, key: string) {
  const place = { section_id: sectionId, subsection_id: subsectionId };
  const body = reason === '' ? place : { ...place, reason };
  return send<WriteResponse>('POST', `/forums/threads/${id}/move`, key, body);
}

export function undoAction(act: string, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/admin/audit/${act}/undo`, key);
}

/** Loads the versions of a text, oldest first. */
export async function getVersions(kind: 'post' | 'thread', id: number, signal: AbortSignal): Promise<TextVersion[]> {
  const versions: TextVersion[] = [];
  for (let next: string | null = `/forums/${kind}s/${id}/history`; next !== null;) {
    const page: ApiResponse<TextVersion[]> = await get<TextVersion[]>(next, signal);
    versions.push(...page.body);
    next = page.next;
  }
  return versions;
}
