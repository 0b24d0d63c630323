import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { Profile, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { get, type ApiResponse } from '../../../../shared/api/api.js';

const pageSize = firstPage.wallPosts;

export function buildAddress(username: string): string {
  return `/profile/${encodeURIComponent(username)}`;
}

export function getProfile(username: string, after: string | null): Promise<ApiResponse<Profile>> {
  return get<Profile>(`${buildAddress(username)}?limit=${pageSize}${after === null ? '' : `&after=${after}`}`);
}

export function getReplies(postId: number, beforeOrder: string): Promise<ApiResponse<WallReplyRow[]>> {
  return get<WallReplyRow[]>(`/profile/posts/${postId}/replies?limit=${pageSize}&cursor=${beforeOrder}`);
}
