import type { ReactionEvent } from '@guildhall/domain/reaction/events.js';
import type { ThreadEvent } from '@guildhall/domain/thread/events.js';
import { toPlaceId } from '../places/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { TopicChange } from './document.js';

export function listForumChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  switch (event.type) {
    case 'ThreadCreated.v1':
      return listThreadChanges(event.data.threadId, [toPlaceId(event.data)]);
    case 'ThreadMoved.v1':
      return withRecounts(
        listThreadChanges(event.data.threadId, [toPlaceId(event.data.before), toPlaceId(event.data)]),
      );
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
      return withRecounts(buildThreadChanges(event.data.threadId, get));
    case 'Reacted.v1':
      return listReactionChanges(event.data, get);
    case 'ReplyPosted.v1':
      return listReplyChanges({ id: event.data.postId, replyTo: null, ...event.data }, true, get);
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      if (!post) return [];
      // An edit does not change the thread's counts or dates.
      if (event.type === 'ReplyEdited.v1') return listReplyChanges(post, false, get);
      return withRecounts(listReplyChanges(post, true, get));
    }
    default:
      return isOnThread(event) ? buildThreadChanges(event.data.threadId, get) : [];
  }
}

const isOnThread = (event: ProjectedEvent): event is Extract<ProjectedEvent, ThreadEvent> =>
  event.type.startsWith('Thread');

function buildThreadChanges(threadId: number, get: Get): TopicChange[] {
  const thread = get<ThreadDocument>('threads', threadId);
  return thread ? listThreadChanges(threadId, [toPlaceId(thread)]) : [];
}

/** Used when posts appear or disappear without being newly posted, so that unread counts are computed again. */
function withRecounts(changes: TopicChange[]): TopicChange[] {
  const placeSummaries = changes.filter(({ topic, kind }) => kind === 'summary' && !topic.startsWith('thread:'));
  return [...changes, ...placeSummaries.map((change) => ({ ...change, kind: 'recount' as const }))];
}

function listReactionChanges({ kind, id, threadId }: ReactionEvent['data'], get: Get): TopicChange[] {
  if (kind === 'post') return [{ topic: `thread:${threadId}`, kind, rowId: id }];
  return buildThreadChanges(threadId, get);
}

function listThreadChanges(rowId: number, places: string[]): TopicChange[] {
  return [
    { topic: `thread:${rowId}`, kind: 'thread', rowId },
    ...places.map((topic) => ({ topic, kind: 'summary' as const, rowId })),
  ];
}

type Reply = Pick<PostDocument, 'id' | 'threadId' | 'replyTo'>;

function listReplyChanges({ id, threadId, replyTo }: Reply, counts: boolean, get: Get): TopicChange[] {
  const topic = `thread:${threadId}`;
  const own: TopicChange = { topic, kind: 'post', rowId: id };
  if (!counts) return [own];
  const target: TopicChange[] = replyTo === null ? [] : [{ topic, kind: 'post', rowId: replyTo }];
  const thread = get<ThreadDocument>('threads', threadId);
  if (!thread) return [own, ...target];
  const summary = { kind: 'summary' as const, rowId: threadId };
  return [own, ...target, { topic, ...summary }, { topic: toPlaceId(thread), ...summary }];
}
