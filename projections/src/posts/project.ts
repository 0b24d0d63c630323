import type { ThreadDocument } from '../threads/project.js';
import type { Change, View } from '../view.js';
import type { ViewDocument } from '../view-store.js';

/** A reply. `content` is sealed. */
export interface PostDocument extends ViewDocument {
  id: number;
  threadId: number;
  authorId: number;
  content: string;
  createdAt: string;
  editedAt: string | null;
  deleted: boolean;
  /** Position of its posting: the order within the thread. */
  order: string;
  /** The reply posted before it in the thread, standing or not. */
  previousId: number | null;
}

export const postsView: View = {
  schema: { posts: { indexes: [['threadId', 'deleted', 'order']] } },

  async project(event, get) {
    const at = event.metadata.at ?? '';
    if (event.type === 'ReplyPosted.v1') {
      const { postId, threadId, authorId, content } = event.data;
      const thread = await get<ThreadDocument>('threads', threadId);
      return changed({
        ...{ id: postId, threadId, authorId, content, createdAt: at, editedAt: null, deleted: false },
        ...{ order: event.position, previousId: thread?.newestPostId ?? null },
      });
    }
    if (event.type !== 'ReplyEdited.v1' && event.type !== 'ReplyDeleted.v1' && event.type !== 'ReplyRestored.v1') {
      return [];
    }
    const post = await get<PostDocument>('posts', event.data.postId);
    if (!post) return [];
    switch (event.type) {
      case 'ReplyEdited.v1':
        return changed({ ...post, content: event.data.content, editedAt: at });
      case 'ReplyDeleted.v1':
        return changed({ ...post, deleted: true });
      case 'ReplyRestored.v1':
        return changed({ ...post, deleted: false });
    }
  },
};

const changed = (document: Omit<PostDocument, 'pos'>): Change[] => [{ collection: 'posts', document }];
