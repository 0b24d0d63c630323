import type { ViewStore } from '../../view-store.js';
import { findById, findNewestBefore } from '../find-documents.js';
import type { FollowDocument, ProfileDocument } from './document.js';
import { followId } from './project.js';

export const findFollowers = (store: ViewStore, followedId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<FollowDocument>(store, 'follows', { followedId, active: true }, beforeOrder, limit);

export const findFollowed = (store: ViewStore, followerId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<FollowDocument>(store, 'follows', { followerId, active: true }, beforeOrder, limit);

export async function followCounts(store: ViewStore, userId: number) {
  const profile = await findById<ProfileDocument>(store, 'profiles', userId);
  return { followers: profile?.followers ?? 0, following: profile?.following ?? 0 };
}

export const findProfilesByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<ProfileDocument>('profiles', ids);

export async function isFollowing(store: ViewStore, followerId: number, followedId: number): Promise<boolean> {
  const follow = await findById<FollowDocument>(store, 'follows', followId(followerId, followedId));
  return follow?.active ?? false;
}

export async function findFollowersAmong(
  store: ViewStore,
  followedId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const ids = userIds.map((userId) => followId(userId, followedId));
  const follows = await store.getMany<FollowDocument>('follows', ids);
  return new Set(follows.filter(({ active }) => active).map(({ followerId }) => followerId));
}
