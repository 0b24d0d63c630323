import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../../shared/api/api.js';
import { buildAddress } from './api.js';
import { useProfile } from './store.js';

async function write(
  method: 'POST' | 'DELETE',
  path: string,
  key: string,
  body?: Record<string, unknown>,
): Promise<void> {
  const { position } = await send<WriteResponse>(method, path, key, body);
  await useProfile.getState().reread(position);
}

export function follow(username: string, isFollowing: boolean, key: string): Promise<void> {
  return write('POST', `${buildAddress(username)}/${isFollowing ? 'follow' : 'unfollow'}`, key);
}

export function writePost(username: string, content: string, key: string): Promise<void> {
  return write('POST', `${buildAddress(username)}/posts`, key, { content });
}

export function writeReply(postId: number, content: string, key: string): Promise<void> {
  return write('POST', `/profile/posts/${postId}/replies`, key, { content });
}

export function remove(id: number, reason: string | undefined, key: string): Promise<void> {
  return write('DELETE', `/profile/posts/${id}`, key, { reason });
}

export function restore(id: number, key: string): Promise<void> {
  return write('POST', `/profile/posts/${id}/restore`, key, {});
}
