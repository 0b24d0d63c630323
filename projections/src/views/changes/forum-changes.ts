import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';
import type { ThreadEvent } from '@guildhall/domain/thread/events.js';
import { placeIdOf } from '../places/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { TopicChange } from './document.js';

/** For the pages of threads and the lists of places. */
export function forumChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  switch (event.type) {
    case 'ThreadCreated.v1':
      return threadChanges(event.data.threadId, [placeIdOf(event.data)]);
    case 'ThreadMoved.v1':
      return recounted(threadChanges(event.data.threadId, [placeIdOf(event.data.before), placeIdOf(event.data)]));
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
      return recounted(changesWhereItStands(event.data.threadId, get));
    case 'Reacted.v1':
      return reactionChanges(event.data, get);
    case 'ReplyPosted.v1':
      return replyChanges(event.data.postId, event.data.threadId, true, get);
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      if (!post) return [];
      // An edit does not change counts and dates of the thread.
      if (event.type === 'ReplyEdited.v1') return replyChanges(post.id, post.threadId, false, get);
      return recounted(replyChanges(post.id, post.threadId, true, get));
    }
    default:
      return isOnThread(event) ? changesWhereItStands(event.data.threadId, get) : [];
  }
}

const isOnThread = (event: ProjectedEvent): event is Extract<ProjectedEvent, ThreadEvent> =>
  event.type.startsWith('Thread');

function changesWhereItStands(threadId: number, get: Get): TopicChange[] {
  const thread = get<ThreadDocument>('threads', threadId);
  return thread ? threadChanges(threadId, [placeIdOf(thread)]) : [];
}

/** Posts appeared or disappeared otherwise than by being posted: what is unread in these places is counted again. */
function recounted(changes: TopicChange[]): TopicChange[] {
  const inPlaces = changes.filter(({ topic, kind }) => kind === 'summary' && !topic.startsWith('thread:'));
  return [...changes, ...inPlaces.map((change) => ({ ...change, kind: 'recount' as const }))];
}

function reactionChanges({ kind, id, threadId }: ReactionEvent['data'], get: Get): TopicChange[] {
  if (kind === 'post') return [{ topic: `thread:${threadId}`, kind, rowId: id }];
  return changesWhereItStands(threadId, get);
}

function threadChanges(rowId: number, places: string[]): TopicChange[] {
  return [
    { topic: `thread:${rowId}`, kind: 'thread', rowId },
    ...places.map((topic) => ({ topic, kind: 'summary' as const, rowId })),
  ];
}

function replyChanges(postId: number, threadId: number, counts: boolean, get: Get): TopicChange[] {
  const own: TopicChange = { topic: `thread:${threadId}`, kind: 'post', rowId: postId };
  const thread = counts ? get<ThreadDocument>('threads', threadId) : null;
  if (!thread) return [own];
  const summary = { kind: 'summary' as const, rowId: threadId };
  return [own, { topic: own.topic, ...summary }, { topic: placeIdOf(thread), ...summary }];
}
