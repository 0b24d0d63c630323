import { countsAfter } from '../reactions/counts.js';
import type { Change, Get, ProjectedEvent, View } from '../view.js';
import type { ThreadDocument } from './document.js';
import type { PostDocument } from '../posts/document.js';

export const threadsView: View = {
  schema: {
    threads: {
      indexes: [
        ['sectionId', 'subsectionId', 'deleted', 'sticky', 'activity'],
        ['sectionId', 'subsectionId', 'deleted', 'activity'],
        ['sectionId', 'subsectionId', 'deleted', 'createdOrder'],
        ['authorId', 'createdOrder'],
        ['createdOrder'],
      ],
    },
  },

  project(event, get) {
    if (event.type === 'ThreadCreated.v1') return changed(created(event));
    const own = threadChange(event, get);
    if (own) return changed(own);
    return replyChange(event, get);
  },
};

const changed = (document: Omit<ThreadDocument, 'pos'>): Change[] => [{ collection: 'threads', document }];

function created(event: ProjectedEvent & { type: 'ThreadCreated.v1' }): Omit<ThreadDocument, 'pos'> {
  const { threadId, sectionId, subsectionId, authorId, title, content, locked, sticky } = event.data;
  const { at } = event.metadata as { at: string };
  // One literal, and below fields one by one: spreads of spreads take several times as long in a rebuild.
  return {
    id: threadId,
    sectionId,
    subsectionId,
    authorId,
    title,
    content,
    locked,
    sticky,
    deleted: false,
    createdAt: at,
    createdOrder: event.position,
    editedAt: null,
    version: 1,
    reactions: {},
    replyCount: 0,
    newestPostId: null,
    activity: event.position,
    lastPostId: null,
    lastPostAt: at,
    lastAuthorId: authorId,
  };
}

function threadChange(event: ProjectedEvent, get: Get): ThreadDocument | null {
  if (!('threadId' in event.data) || event.type === 'ReplyPosted.v1') return null;
  if (event.type === 'Reacted.v1' && event.data.kind !== 'thread') return null;
  const thread = get<ThreadDocument>('threads', event.data.threadId);
  if (!thread) return null;
  switch (event.type) {
    case 'ThreadEdited.v1':
      return {
        ...thread,
        title: event.data.title,
        content: event.data.content,
        editedAt: event.metadata.at ?? null,
        version: thread.version + 1,
      };
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
    case 'Reacted.v1':
      return { ...thread, reactions: countsAfter(thread.reactions, event.data) };
    default:
      return null;
  }
}

function replyChange(event: ProjectedEvent, get: Get): Change[] {
  switch (event.type) {
    case 'ReplyPosted.v1': {
      const thread = get<ThreadDocument>('threads', event.data.threadId);
      if (!thread) return [];
      const { postId, authorId } = event.data;
      return changed({
        ...thread,
        replyCount: thread.replyCount + 1,
        newestPostId: postId,
        activity: event.position,
        lastPostId: postId,
        lastPostAt: event.metadata.at ?? '',
        lastAuthorId: authorId,
      });
    }
    case 'ReplyDeleted.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      const thread = post && get<ThreadDocument>('threads', post.threadId);
      if (!thread || post.deleted) return [];
      const last = thread.lastPostId === post.id ? newestBefore(post, thread, get) : {};
      return changed({ ...thread, replyCount: thread.replyCount - 1, ...last });
    }
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      const thread = post && get<ThreadDocument>('threads', post.threadId);
      if (!thread || !post.deleted) return [];
      const last = { id: post.id, order: post.order, at: post.createdAt, by: post.authorId };
      return changed({
        ...thread,
        replyCount: thread.replyCount + 1,
        ...(post.order > thread.activity && lastPost(last)),
      });
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
function newestBefore(post: PostDocument, thread: ThreadDocument, get: Get) {
  for (let id = post.previousId; id !== null;) {
    const earlier: PostDocument | null = get<PostDocument>('posts', id);
    if (earlier && !earlier.deleted) {
      return lastPost({ id, order: earlier.order, at: earlier.createdAt, by: earlier.authorId });
    }
    id = earlier?.previousId ?? null;
  }
  return {
    activity: thread.createdOrder,
    lastPostId: null,
    lastPostAt: thread.createdAt,
    lastAuthorId: thread.authorId,
  };
}
