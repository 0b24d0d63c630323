import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';
import { noticesOf } from '../notices/project.js';
import { placeIdOf } from '../places/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent, View } from '../view.js';
import type { ViewDocument } from '../view-store.js';

/**
 * What became visible (or stopped to be) where: a line for each topic that must hear of a row. Holds no text. Kept for
 * a day; `prunedTo` in the generation's meta says from where on the lines are complete.
 */
export interface ChangeDocument extends ViewDocument {
  /** `<position>:<n>`, so that lines sort in the order of the log. */
  id: string;
  position: string;
  topic: string;
  kind: 'thread' | 'summary' | 'post' | 'told';
  rowId: number;
  at: string;
}

type Line = Pick<ChangeDocument, 'topic' | 'kind' | 'rowId'>;

export const changesView: View = {
  schema: { changes: { indexes: [['topic', 'position'], ['position'], ['at']], pruned: true } },

  project(event, get) {
    const lines = [...linesOf(event, get), ...ownLines(event, get)];
    return lines.map((line, n) => ({
      collection: 'changes',
      document: { id: `${event.position}:${n}`, position: event.position, ...line, at: event.metadata.at ?? '' },
    }));
  },
};

function linesOf(event: ProjectedEvent, get: Get): Line[] {
  switch (event.type) {
    case 'ThreadCreated.v1':
      return threadLines(event.data.threadId, [placeIdOf(event.data)]);
    case 'ThreadMoved.v1':
      return threadLines(event.data.threadId, [placeIdOf(event.data.before), placeIdOf(event.data)]);
    case 'ThreadEdited.v1':
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
    case 'ThreadStuck.v1':
    case 'ThreadUnstuck.v1':
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1': {
      const thread = get<ThreadDocument>('threads', event.data.threadId);
      return thread ? threadLines(thread.id, [placeIdOf(thread)]) : [];
    }
    case 'Reacted.v1':
      return reactionLines(event.data, get);
    case 'ReplyPosted.v1':
      return replyLines(event.data.postId, event.data.threadId, true, get);
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      // An edit leaves counts and dates of the thread as they are.
      return post ? replyLines(post.id, post.threadId, event.type !== 'ReplyEdited.v1', get) : [];
    }
    default:
      return [];
  }
}

/** For members of their own: that there is something new for them. */
function ownLines(event: ProjectedEvent, get: Get): Line[] {
  const toldOf = (rowId: number): Line => ({ topic: `member:${rowId}`, kind: 'told', rowId });
  switch (event.type) {
    case 'WatchSet.v1':
    case 'Ignored.v1':
    case 'Unignored.v1':
      return [toldOf(event.data.userId)];
    default:
      return noticesOf(event, get).map(({ userId }) => toldOf(userId));
  }
}

function reactionLines({ kind, id, threadId }: ReactionEvent['data'], get: Get): Line[] {
  if (kind === 'post') return [{ topic: `thread:${threadId}`, kind, rowId: id }];
  const thread = get<ThreadDocument>('threads', threadId);
  return thread ? threadLines(threadId, [placeIdOf(thread)]) : [];
}

function threadLines(rowId: number, places: string[]): Line[] {
  return [
    { topic: `thread:${rowId}`, kind: 'thread', rowId },
    ...places.map((topic) => ({ topic, kind: 'summary' as const, rowId })),
  ];
}

function replyLines(postId: number, threadId: number, counts: boolean, get: Get): Line[] {
  const own: Line = { topic: `thread:${threadId}`, kind: 'post', rowId: postId };
  const thread = counts ? get<ThreadDocument>('threads', threadId) : null;
  if (!thread) return [own];
  const summary = { kind: 'summary' as const, rowId: threadId };
  return [own, { topic: own.topic, ...summary }, { topic: placeIdOf(thread), ...summary }];
}
