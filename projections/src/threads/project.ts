import type { Change, Get, ProjectedEvent, View } from '../view.js';
import type { ViewDocument } from '../view-store.js';
import type { PostDocument } from '../posts/project.js';

/** A thread as its stream and its replies left it. `title` and `content` are sealed. */
export interface ThreadDocument extends ViewDocument {
  id: number;
  sectionId: number;
  subsectionId: number | null;
  authorId: number;
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  deleted: boolean;
  createdAt: string;
  /** Position of its creation. */
  createdOrder: string;
  /** The newest reply ever posted, standing or not: the next one points back to it. */
  newestPostId: number | null;
  editedAt: string | null;
  /** Replies that stand. */
  replyCount: number;
  /** The newest reply that stands, else the thread itself: what lists are sorted by and show. */
  activity: string;
  lastPostId: number | null;
  lastPostAt: string;
  lastAuthorId: number;
}

export const threadsView: View = {
  schema: {
    threads: {
      indexes: [
        ['sectionId', 'subsectionId', 'deleted', 'sticky', 'activity'],
        ['sectionId', 'subsectionId', 'deleted', 'activity'],
      ],
    },
  },

  async project(event, get) {
    if (event.type === 'ThreadCreated.v1') return changed(created(event));
    const own = await threadChange(event, get);
    if (own) return changed(own);
    return replyChange(event, get);
  },
};

const changed = (document: Omit<ThreadDocument, 'pos'>): Change[] => [{ collection: 'threads', document }];

function created(event: ProjectedEvent & { type: 'ThreadCreated.v1' }): Omit<ThreadDocument, 'pos'> {
  const { threadId, sectionId, subsectionId, authorId, title, content, locked, sticky } = event.data;
  const { at } = event.metadata as { at: string };
  return {
    ...{ id: threadId, sectionId, subsectionId, authorId, title, content, locked, sticky, deleted: false },
    ...{ createdAt: at, createdOrder: event.position, editedAt: null, replyCount: 0, newestPostId: null },
    ...{ activity: event.position, lastPostId: null, lastPostAt: at, lastAuthorId: authorId },
  };
}

async function threadChange(event: ProjectedEvent, get: Get): Promise<ThreadDocument | null> {
  if (!('threadId' in event.data) || event.type === 'ReplyPosted.v1') return null;
  const thread = await get<ThreadDocument>('threads', event.data.threadId);
  if (!thread) return null;
  switch (event.type) {
    case 'ThreadEdited.v1':
      return { ...thread, title: event.data.title, content: event.data.content, editedAt: event.metadata.at ?? null };
    case 'ThreadLocked.v1':
      return { ...thread, locked: true };
    case 'ThreadUnlocked.v1':
      return { ...thread, locked: false };
    case 'ThreadStuck.v1':
      return { ...thread, sticky: true };
    case 'ThreadUnstuck.v1':
      return { ...thread, sticky: false };
    case 'ThreadMoved.v1':
      return { ...thread, sectionId: event.data.sectionId, subsectionId: event.data.subsectionId };
    case 'ThreadDeleted.v1':
      return { ...thread, deleted: true };
    case 'ThreadRestored.v1':
      return { ...thread, deleted: false };
    default:
      return null;
  }
}

async function replyChange(event: ProjectedEvent, get: Get): Promise<Change[]> {
  switch (event.type) {
    case 'ReplyPosted.v1': {
      const thread = await get<ThreadDocument>('threads', event.data.threadId);
      if (!thread) return [];
      const last = { id: event.data.postId, order: event.position, at: event.metadata.at, by: event.data.authorId };
      return changed({ ...thread, replyCount: thread.replyCount + 1, newestPostId: last.id, ...lastPost(last) });
    }
    case 'ReplyDeleted.v1': {
      const post = await get<PostDocument>('posts', event.data.postId);
      const thread = post && (await get<ThreadDocument>('threads', post.threadId));
      if (!thread || post.deleted) return [];
      const last = thread.lastPostId === post.id ? await newestBefore(post, thread, get) : {};
      return changed({ ...thread, replyCount: thread.replyCount - 1, ...last });
    }
    case 'ReplyRestored.v1': {
      const post = await get<PostDocument>('posts', event.data.postId);
      const thread = post && (await get<ThreadDocument>('threads', post.threadId));
      if (!thread || !post.deleted) return [];
      const last = { id: post.id, order: post.order, at: post.createdAt, by: post.authorId };
      return changed({ ...thread, replyCount: thread.replyCount + 1, ...(post.order > thread.activity && lastPost(last)) });
    }
    default:
      return [];
  }
}

const lastPost = (last: { id: number; order: string; at: string | undefined; by: number }) => ({
  activity: last.order,
  lastPostId: last.id,
  lastPostAt: last.at ?? '',
  lastAuthorId: last.by,
});

/** Walks back over the replies that were deleted before; each post knows the one posted before it. */
async function newestBefore(post: PostDocument, thread: ThreadDocument, get: Get) {
  for (let id = post.previousId; id !== null; ) {
    const earlier: PostDocument | null = await get<PostDocument>('posts', id);
    if (earlier && !earlier.deleted) {
      return lastPost({ id, order: earlier.order, at: earlier.createdAt, by: earlier.authorId });
    }
    id = earlier?.previousId ?? null;
  }
  return { activity: thread.createdOrder, lastPostId: null, lastPostAt: thread.createdAt, lastAuthorId: thread.authorId };
}
