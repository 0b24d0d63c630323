import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import { createView, type Change, type EventOf, type Get, type ProjectedEvent } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

export interface MemberDocument extends ViewDocument {
  id: number;
  listed: boolean;
  registeredAt: string;
  /** The number of visible threads and replies. A reply counts even if its thread is deleted. */
  posts: number;
}

export const membersView = createView(
  { members: { indexes: [['pos']] } },
  {
    'UserRegistered.v1': ({ data, metadata }) => [
      {
        collection: 'members',
        document: { id: data.userId, listed: false, registeredAt: metadata.at ?? '', posts: 0 },
      },
    ],
    'UserVerified.v1': (event, get) => changeMember(event, get, event.data.userId, { listed: true }),
    'UserErased.v1': (event, get) => changeMember(event, get, event.data.userId, { listed: false }),
    'ThreadCreated.v1': addText,
    'ReplyPosted.v1': addText,
    'ThreadDeleted.v1': (event, get) => subtract(event, get<ThreadDocument>('threads', event.data.threadId), get),
    'ThreadRestored.v1': (event, get) => addAgain(event, get<ThreadDocument>('threads', event.data.threadId), get),
    'ReplyDeleted.v1': (event, get) => subtract(event, get<PostDocument>('posts', event.data.postId), get),
    'ReplyRestored.v1': (event, get) => addAgain(event, get<PostDocument>('posts', event.data.postId), get),
  },
);

type Text = ThreadDocument | PostDocument | null;

function addText(event: EventOf<'ThreadCreated.v1' | 'ReplyPosted.v1'>, get: Get): Change[] {
  return changeMember(event, get, event.data.authorId, { posts: 1 });
}

function subtract(event: ProjectedEvent, text: Text, get: Get): Change[] {
  return text && !text.deleted ? changeMember(event, get, text.authorId, { posts: -1 }) : [];
}

function addAgain(event: ProjectedEvent, text: Text, get: Get): Change[] {
  return text?.deleted ? changeMember(event, get, text.authorId, { posts: 1 }) : [];
}

function changeMember(
  { position: pos }: ProjectedEvent,
  get: Get,
  id: number,
  { listed, posts = 0 }: { listed?: boolean; posts?: number },
): Change[] {
  const member = get<MemberDocument>('members', id);
  if (!member) return [];
  const { registeredAt, posts: previousCount } = member;
  const document = { id, listed: listed ?? member.listed, registeredAt, posts: previousCount + posts, pos };
  return [{ collection: 'members', document }];
}
