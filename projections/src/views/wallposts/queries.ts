import type { Filter, ViewStore } from '../../view-store.js';
import type { WallPostDocument } from './project.js';

/** The visible posts on a wall, newest first, at most `limit` before an order (exclusive; null for the newest). */
export async function wallPostsOn(
  store: ViewStore,
  ownerId: number,
  before: string | null,
  limit: number,
): Promise<WallPostDocument[]> {
  return newestFirst(store, { ownerId, parentId: null, deleted: false }, before, limit);
}

/** The visible replies to a wall post, newest first. */
export async function wallRepliesTo(
  store: ViewStore,
  parentId: number,
  before: string | null,
  limit: number,
): Promise<WallPostDocument[]> {
  return newestFirst(store, { parentId, deleted: false }, before, limit);
}

/** A member's posts on walls, deleted or not, newest first. */
export async function wallPostsBy(
  store: ViewStore,
  authorId: number,
  before: string | null,
  limit: number,
): Promise<WallPostDocument[]> {
  return newestFirst(store, { authorId }, before, limit);
}

export async function wallPostById(store: ViewStore, id: number): Promise<WallPostDocument | null> {
  const [post] = await store.getMany<WallPostDocument>('wallposts', [id]);
  return post ?? null;
}

export async function wallPostsByIds(store: ViewStore, ids: readonly number[]): Promise<WallPostDocument[]> {
  return store.getMany<WallPostDocument>('wallposts', ids);
}

function newestFirst(store: ViewStore, filter: Filter, before: string | null, limit: number) {
  const order: Filter = before === null ? {} : { order: { $lt: before } };
  return store.find<WallPostDocument>('wallposts', { ...filter, ...order }, { sort: [['order', -1]], limit });
}
