import type { ViewStore } from '../../view-store.js';
import { findById, findNewestBefore } from '../find-documents.js';
import type { WallPostDocument } from './project.js';

export const findWallPostsByOwner = (store: ViewStore, ownerId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(
    store,
    'wallposts',
    { ownerId, parentId: null, deleted: false },
    beforeOrder,
    limit,
  );

export const findWallRepliesTo = (store: ViewStore, parentId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(store, 'wallposts', { parentId, deleted: false }, beforeOrder, limit);

export const findWallPostsByAuthor = (store: ViewStore, authorId: number, beforeOrder: string | null, limit: number) =>
  findNewestBefore<WallPostDocument>(store, 'wallposts', { authorId }, beforeOrder, limit);

export const findWallPostById = (store: ViewStore, id: number) => findById<WallPostDocument>(store, 'wallposts', id);

export const findWallPostsByIds = (store: ViewStore, ids: readonly number[]) =>
  store.getMany<WallPostDocument>('wallposts', ids);
