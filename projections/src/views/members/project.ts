import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Change, Get, ProjectedEvent, View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** What a member has done; the vault has the name. */
export interface MemberDocument extends ViewDocument {
  id: number;
  /** Verified and not erased: shown in lists. */
  listed: boolean;
  registeredAt: string;
  /** Visible threads and replies; a reply counts whatever happens to its thread. */
  posts: number;
}

export const membersView: View = {
  schema: { members: { indexes: [['pos']] } },
  events: [
    'UserRegistered.v1',
    'UserVerified.v1',
    'UserErased.v1',
    'ThreadCreated.v1',
    'ThreadDeleted.v1',
    'ThreadRestored.v1',
    'ReplyPosted.v1',
    'ReplyDeleted.v1',
    'ReplyRestored.v1',
  ],

  project(event, get) {
    switch (event.type) {
      case 'UserRegistered.v1':
        return [
          {
            collection: 'members',
            document: { id: event.data.userId, listed: false, registeredAt: event.metadata.at ?? '', posts: 0 },
          },
        ];
      case 'UserVerified.v1':
        return changed(event, get, event.data.userId, { listed: true });
      case 'UserErased.v1':
        return changed(event, get, event.data.userId, { listed: false });
      default: {
        const count = postCount(event, get);
        return count ? changed(event, get, count.by, count) : [];
      }
    }
  },
};

function postCount(event: ProjectedEvent, get: Get): { by: number; posts: number } | null {
  switch (event.type) {
    case 'ThreadCreated.v1':
    case 'ReplyPosted.v1':
      return { by: event.data.authorId, posts: 1 };
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
      return postCountChange(get<ThreadDocument>('threads', event.data.threadId), event.type === 'ThreadRestored.v1');
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1':
      return postCountChange(get<PostDocument>('posts', event.data.postId), event.type === 'ReplyRestored.v1');
    default:
      return null;
  }
}

function postCountChange(thing: ThreadDocument | PostDocument | null, restored: boolean) {
  return thing && thing.deleted === restored ? { by: thing.authorId, posts: restored ? 1 : -1 } : null;
}

/** `posts`: how many more. */
function changed(
  { position: pos }: ProjectedEvent,
  get: Get,
  id: number,
  { listed, posts = 0 }: { listed?: boolean; posts?: number },
): Change[] {
  const member = get<MemberDocument>('members', id);
  if (!member) return [];
  const { registeredAt, posts: before } = member;
  const document = { id, listed: listed ?? member.listed, registeredAt, posts: before + posts, pos };
  return [{ collection: 'members', document }];
}
