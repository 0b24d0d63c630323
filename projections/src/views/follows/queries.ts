import type { Filter, ViewStore } from '../../view-store.js';
import type { FollowDocument, ProfileDocument } from './document.js';

/** The followers of a member, the newest first, at most `limit` before an order (exclusive; null for the newest). */
export async function followersOf(
  store: ViewStore,
  followedId: number,
  before: string | null,
  limit: number,
): Promise<FollowDocument[]> {
  return newestFirst(store, { followedId }, before, limit);
}

/** The members that a member follows, the newest first. */
export async function followedBy(
  store: ViewStore,
  followerId: number,
  before: string | null,
  limit: number,
): Promise<FollowDocument[]> {
  return newestFirst(store, { followerId }, before, limit);
}

export async function followCounts(
  store: ViewStore,
  userId: number,
): Promise<{ followers: number; following: number }> {
  const [profile] = await profilesByIds(store, [userId]);
  return { followers: profile?.followers ?? 0, following: profile?.following ?? 0 };
}

/** Of those who follow or are followed; in no order. */
export async function profilesByIds(store: ViewStore, ids: readonly number[]): Promise<ProfileDocument[]> {
  return store.getMany<ProfileDocument>('profiles', ids);
}

export async function isFollowing(store: ViewStore, followerId: number, followedId: number): Promise<boolean> {
  const [follow] = await store.getMany<FollowDocument>('follows', [`${followerId}:${followedId}`]);
  return follow?.active ?? false;
}

function newestFirst(store: ViewStore, filter: Filter, before: string | null, limit: number) {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<FollowDocument>('follows', { ...filter, active: true, ...order }, { sort: [['order', -1]], limit });
}
