import type { Change, Get, View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** A post on a member's wall, or a reply to one. `content` is sealed. */
export interface WallPostDocument extends ViewDocument {
  id: number;
  /** The post that this one replies to; null for a post on the wall itself. */
  parentId: number | null;
  ownerId: number;
  authorId: number;
  content: string;
  createdAt: string;
  deleted: boolean;
  /** Position of its posting. */
  order: string;
  /** Visible replies. */
  replyCount: number;
}

export const wallPostsView: View = {
  schema: {
    wallposts: {
      indexes: [
        ['ownerId', 'parentId', 'deleted', 'order'],
        ['parentId', 'deleted', 'order'],
        ['authorId', 'order'],
      ],
    },
  },
  events: ['WallPosted.v1', 'WallPostDeleted.v1', 'WallPostRestored.v1'],

  project(event, get) {
    switch (event.type) {
      case 'WallPosted.v1': {
        const { wallPostId, parentId, ownerId, authorId, content } = event.data;
        const { position: order, metadata } = event;
        const createdAt = metadata.at ?? '';
        const posted = { id: wallPostId, parentId, ownerId, authorId, content, createdAt, order };
        return [changed({ ...posted, deleted: false, replyCount: 0 }), ...repliesChanged(parentId, 1, get)];
      }
      case 'WallPostDeleted.v1':
      case 'WallPostRestored.v1': {
        const deleted = event.type === 'WallPostDeleted.v1';
        const post = get<WallPostDocument>('wallposts', event.data.wallPostId);
        if (!post || post.deleted === deleted) return [];
        return [changed({ ...post, deleted }), ...repliesChanged(post.parentId, deleted ? -1 : 1, get)];
      }
      default:
        return [];
    }
  },
};

function repliesChanged(parentId: number | null, by: number, get: Get): Change[] {
  const parent = parentId === null ? null : get<WallPostDocument>('wallposts', parentId);
  return parent ? [changed({ ...parent, replyCount: parent.replyCount + by })] : [];
}

const changed = (document: Omit<WallPostDocument, 'pos'>): Change => ({ collection: 'wallposts', document });
