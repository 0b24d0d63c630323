import { createView, type Change, type EventOf, type Get } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

export interface WallPostDocument extends ViewDocument {
  id: number;
  parentId: number | null;
  ownerId: number;
  authorId: number;
  content: string;
  createdAt: string;
  deleted: boolean;
  order: string;
  replyCount: number;
}

export const wallPostsView = createView(
  {
    wallposts: {
      indexes: [
        ['ownerId', 'parentId', 'deleted', 'order'],
        ['parentId', 'deleted', 'order'],
        ['authorId', 'order'],
      ],
    },
  },
  {
    'WallPosted.v1': ({ data, metadata, position: order }, get) => {
      const { wallPostId: id, uploads: _, mentions: _mentions, ...fields } = data;
      const document = { id, ...fields, createdAt: metadata.at ?? '', order, deleted: false, replyCount: 0 };
      return [buildWallPostChange(document), ...changeReplies(data.parentId, 1, get)];
    },
    'WallPostDeleted.v1': setDeleted,
    'WallPostRestored.v1': setDeleted,
  },
);

function setDeleted({ type, data }: EventOf<'WallPostDeleted.v1' | 'WallPostRestored.v1'>, get: Get): Change[] {
  const deleted = type === 'WallPostDeleted.v1';
  const post = get<WallPostDocument>('wallposts', data.wallPostId);
  if (!post || post.deleted === deleted) return [];
  return [buildWallPostChange({ ...post, deleted }), ...changeReplies(post.parentId, deleted ? -1 : 1, get)];
}

function changeReplies(parentId: number | null, by: number, get: Get): Change[] {
  const parent = parentId === null ? null : get<WallPostDocument>('wallposts', parentId);
  return parent ? [buildWallPostChange({ ...parent, replyCount: parent.replyCount + by })] : [];
}

const buildWallPostChange = (document: Omit<WallPostDocument, 'pos'>): Change => ({
  collection: 'wallposts',
  document,
});
