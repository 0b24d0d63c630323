import type { ViewStore } from '../../view-store.js';
import { findById, findNewestBefore } from '../find-documents.js';
import type { WallPostDocument } from './project.js';

export const findWallPostsByOwner = (store: ViewStore, ownerId: number, before: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(store, 'wallposts', { ownerId, parentId: null, deleted: false }, before, limit);

export const findWallRepliesTo = (store: ViewStore, parentId: number, before: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(store, 'wallposts', { parentId, deleted: false }, before, limit);

export const findWallPostsByAuthor = (store: ViewStore, authorId: number, before: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(store, 'wallposts', { authorId }, before, limit);

export const findWallPostById = (store: ViewStore, id: number) => findById<WallPostDocument>(store, 'wallposts', id);

export const findWallPostsByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<WallPostDocument>('wallposts', ids);
