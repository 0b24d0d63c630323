import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { Profile, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { get, send, type ApiResponse } from '../../../../shared/api/api.js';

const pageSize = firstPage.wallPosts;

export function addressOf(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

/** Returns the profile and its newest wall posts from views that have reached `after`. */
export function getProfile(username: string, after: string | null): Promise<ApiResponse<Profile>> {
  return get<Profile>(`${addressOf(username)}?limit=${pageSize}${after === null ? '' : `&after=${after}`}`);
}

/** Returns replies to a wall post before `before`, newest first; the newest replies if it is null. */
export function getReplies(postId: number, before: string | null, after: string | null) {
  const from = before === null ? '' : `&cursor=${before}`;
  const at = after === null ? '' : `&after=${after}`;
  return get<WallReplyRow[]>(`/profile/posts/${postId}/replies?limit=${pageSize}${from}${at}`);
}

export function sendFollow(username: string, follow: boolean, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `${addressOf(username)}/${follow ? 'follow' : 'unfollow'}`, key);
}

export function postOnWall(username: string, content: string, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `${addressOf(username)}/posts`, key, { content });
}

export function replyOnWall(postId: number, content: string, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/profile/posts/${postId}/replies`, key, { content });
}

/** Deletes a wall post or a reply. */
export function deleteOnWall(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('DELETE', `/profile/posts/${id}`, key);
}

export function restoreOnWall(id: number, key: string): Promise<ApiResponse<WriteResponse>> {
  return send<WriteResponse>('POST', `/profile/posts/${id}/restore`, key, {});
}
