import { buildNotifications } from '../notifications/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent } from '../../view.js';
import type { WallPostDocument } from '../wallposts/project.js';
import type { TopicChange } from './document.js';

export function listOwnChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  return [...listNotificationChanges(event, get), ...followChanges(event)];
}

function followChanges({ type, data }: ProjectedEvent): TopicChange[] {
  if (type !== 'Followed.v1' && type !== 'Unfollowed.v1') return [];
  return [{ topic: `member:${data.followerId}`, kind: 'follows', rowId: data.followedId }];
}

function listNotificationChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  const createMemberUpdate = (rowId: number): TopicChange => ({ topic: `member:${rowId}`, kind: 'notified', rowId });
  switch (event.type) {
    case 'WatchSet.v1':
    case 'Ignored.v1':
    case 'Unignored.v1':
    case 'MemberMuted.v1':
    case 'MemberUnmuted.v1':
      return [{ ...createMemberUpdate(event.data.userId), kind: 'preferences' }];
    case 'GameAccountLinked.v1':
    case 'GameAccountUnlinked.v1':
      return [createMemberUpdate(event.data.userId)];
    case 'ThreadSolutionSet.v1': {
      const previousPost = get<PostDocument>('posts', event.data.before ?? 0);
      const notifiedIds = buildNotifications(event, get).map(({ userId }) => userId);
      return [...new Set([...notifiedIds, ...(previousPost ? [previousPost.authorId] : [])])].map(createMemberUpdate);
    }
    case 'WallPostDeleted.v1':
    case 'WallPostRestored.v1': {
      const authors = buildNotifications(event, get).map(({ userId }) => userId);
      const notifiedIds = [
        ...authors,
        ...findWallRecipients(get<WallPostDocument>('wallposts', event.data.wallPostId), get),
      ];
      return [...new Set(notifiedIds)].map(createMemberUpdate);
    }
    default:
      return buildNotifications(event, get).map(({ userId }) => createMemberUpdate(userId));
  }
}

function findWallRecipients(post: WallPostDocument | null, get: Get): number[] {
  if (!post) return [];
  const root = post.parentId === null ? post : get<WallPostDocument>('wallposts', post.parentId);
  return root ? [post.ownerId, root.authorId] : [post.ownerId];
}

export function listProfileChanges(event: ProjectedEvent, get: Get): TopicChange[] {
  switch (event.type) {
    case 'WallPosted.v1':
      return listWallChanges(event.data.wallPostId, event.data);
    case 'WallPostDeleted.v1':
    case 'WallPostRestored.v1': {
      const post = get<WallPostDocument>('wallposts', event.data.wallPostId);
      return post ? listWallChanges(post.id, post) : [];
    }
    case 'Followed.v1':
    case 'Unfollowed.v1':
      return [event.data.followerId, event.data.followedId].map(buildCountChange);
    case 'GameAccountLinked.v1':
    case 'GameAccountUnlinked.v1':
      return [{ topic: `profile:${event.data.userId}`, kind: 'reload', rowId: 0 }];
    case 'ThreadCreated.v1':
    case 'ReplyPosted.v1':
      return [buildCountChange(event.data.authorId)];
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
      return listAuthorChanges(get<ThreadDocument>('threads', event.data.threadId));
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1':
      return listAuthorChanges(get<PostDocument>('posts', event.data.postId));
    default:
      return [];
  }
}

function listWallChanges(
  id: number,
  { ownerId, parentId }: Pick<WallPostDocument, 'ownerId' | 'parentId'>,
): TopicChange[] {
  const topic = `profile:${ownerId}`;
  if (parentId === null) return [{ topic, kind: 'wallpost', rowId: id }];
  return [
    { topic, kind: 'wallreply', rowId: id },
    { topic, kind: 'wallpost', rowId: parentId },
  ];
}

const buildCountChange = (rowId: number): TopicChange => ({ topic: `profile:${rowId}`, kind: 'profile', rowId });
const listAuthorChanges = (text: { authorId: number } | null) => (text ? [buildCountChange(text.authorId)] : []);
