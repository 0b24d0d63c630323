import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';
import { placeIdOf } from '../places/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { ChangeLine } from './document.js';

/** For the pages of threads and the lists of places. */
export function forumLines(event: ProjectedEvent, get: Get): ChangeLine[] {
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

function reactionLines({ kind, id, threadId }: ReactionEvent['data'], get: Get): ChangeLine[] {
  if (kind === 'post') return [{ topic: `thread:${threadId}`, kind, rowId: id }];
  const thread = get<ThreadDocument>('threads', threadId);
  return thread ? threadLines(threadId, [placeIdOf(thread)]) : [];
}

function threadLines(rowId: number, places: string[]): ChangeLine[] {
  return [
    { topic: `thread:${rowId}`, kind: 'thread', rowId },
    ...places.map((topic) => ({ topic, kind: 'summary' as const, rowId })),
  ];
}

function replyLines(postId: number, threadId: number, counts: boolean, get: Get): ChangeLine[] {
  const own: ChangeLine = { topic: `thread:${threadId}`, kind: 'post', rowId: postId };
  const thread = counts ? get<ThreadDocument>('threads', threadId) : null;
  if (!thread) return [own];
  const summary = { kind: 'summary' as const, rowId: threadId };
  return [own, { topic: own.topic, ...summary }, { topic: placeIdOf(thread), ...summary }];
}
