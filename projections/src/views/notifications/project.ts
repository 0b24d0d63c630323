import type { FollowDocument } from '../follows/document.js';
import { followId } from '../follows/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ReportDocument } from '../reports/project.js';
import type { ThreadDocument } from '../threads/document.js';
import type { Get, ProjectedEvent, View } from '../../view.js';
import type { WallPostDocument } from '../wallposts/project.js';
import type { NotificationDocument } from './document.js';
import { buildNotificationId } from './queries.js';
import { stripVersion } from '@guildhall/domain/events.js';
import type { WallEvent } from '@guildhall/domain/wall/events.js';

type NewNotification = Pick<NotificationDocument, 'userId' | 'kind' | 'subject' | 'threadId'> & {
  act?: string;
  replyId?: number;
  edited?: true;
  authorId?: number;
};

/** No one is notified of their own actions. */
export const notificationsView: View = {
  schema: {
    notifications: {
      indexes: [
        ['userId', 'order'],
        ['threadId', 'userId'],
      ],
      sparse: 'threadId',
    },
  },
  events: [
    'ThreadCreated.v1',
    'ReplyPosted.v1',
    'Followed.v1',
    'WallPosted.v1',
    'ReportResolved.v1',
    'ThreadEdited.v1',
    'ThreadLocked.v1',
    'ThreadUnlocked.v1',
    'ThreadMoved.v1',
    'ThreadDeleted.v1',
    'ThreadRestored.v1',
    'ReplyEdited.v1',
    'ReplyDeleted.v1',
    'ReplyRestored.v1',
    'WallPostDeleted.v1',
    'WallPostRestored.v1',
    'ThreadSolutionSet.v1',
  ],

  project: (event, get) =>
    buildNotifications(event, get).map((document) => ({ collection: 'notifications', document: { ...document } })),
};

export function buildNotifications(event: ProjectedEvent, get: Get): Omit<NotificationDocument, 'pos'>[] {
  const { position: order, metadata } = event;
  const actor = Number(metadata.actorId);
  const actorId = Number.isSafeInteger(actor) ? actor : null;
  const all = buildNewNotifications(event, get);
  if (all.length === 0) return [];
  const newNotifications = all.filter(({ userId }) => userId !== actorId);
  const once = newNotifications.filter(
    ({ userId }, n) => newNotifications.findIndex((other) => other.userId === userId) === n,
  );
  return once.map(({ act: action = null, replyId = null, authorId = actorId, ...fields }) => {
    const id = buildNotificationId(order, fields.userId);
    const reason = fields.kind === 'moderation' ? (metadata.reason ?? null) : null;
    return { ...fields, replyId, id, actorId: authorId, act: action, reason, at: metadata.at ?? '', order };
  });
}

type WallPosted = Extract<WallEvent, { type: 'WallPosted.v1' }>;

/** The result may contain several notifications for one member, who then receives only the first. */
function buildNewNotifications(event: ProjectedEvent, get: Get): NewNotification[] {
  switch (event.type) {
    case 'ThreadCreated.v1': {
      const { threadId, mentions = [], quotes = [] } = event.data;
      return buildAddressedNotifications({ kind: 'thread', id: threadId }, threadId, mentions, quotes, get);
    }
    case 'ReplyPosted.v1': {
      const { postId, threadId, mentions = [], quotes = [], replyTo } = event.data;
      const subject = { kind: 'post' as const, id: postId };
      const target = replyTo === undefined ? null : get<PostDocument>('posts', replyTo);
      const addressedNotifications = buildAddressedNotifications(subject, threadId, mentions, quotes, get);
      return target
        ? [...addressedNotifications, { userId: target.authorId, kind: 'reply', subject, threadId }]
        : addressedNotifications;
    }
    case 'Followed.v1': {
      const { followerId, followedId } = event.data;
      if (get<FollowDocument>('follows', followId(followerId, followedId))) return [];
      return [{ userId: followedId, kind: 'follow', subject: { kind: 'member', id: followerId }, threadId: null }];
    }
    case 'WallPosted.v1':
      return buildWallNotifications(event.data, get);
    case 'ReportResolved.v1': {
      const report = get<ReportDocument>('reports', event.data.reportId);
      if (!report) return [];
      const subject = { kind: 'report' as const, id: report.id };
      return [{ userId: report.authorId, kind: 'report', subject, threadId: null }];
    }
    case 'ThreadSolutionSet.v1': {
      const { threadId, postId } = event.data;
      const reply = postId === null ? null : get<PostDocument>('posts', postId);
      if (!reply) return [];
      return [{ userId: reply.authorId, kind: 'solution', subject: { kind: 'post', id: reply.id }, threadId }];
    }
    case 'ThreadEdited.v1': {
      const { threadId, mentions = [], quotes = [] } = event.data;
      const thread = get<ThreadDocument>('threads', threadId);
      const subject = { kind: 'thread' as const, id: threadId };
      const notifications = buildAddressedNotifications(subject, threadId, mentions, quotes, get);
      return [...buildModerationNotifications(event, get), ...toEditNotification(notifications, thread)];
    }
    case 'ReplyEdited.v1': {
      const { postId, mentions = [], quotes = [] } = event.data;
      const post = get<PostDocument>('posts', postId);
      const notifications = post
        ? buildAddressedNotifications({ kind: 'post', id: postId }, post.threadId, mentions, quotes, get)
        : [];
      return [...buildModerationNotifications(event, get), ...toEditNotification(notifications, post)];
    }
    default:
      return buildModerationNotifications(event, get);
  }
}

function buildWallNotifications(
  { wallPostId, parentId, ownerId, mentions = [] }: WallPosted['data'],
  get: Get,
): NewNotification[] {
  const parent = parentId === null ? null : get<WallPostDocument>('wallposts', parentId);
  const subject = { kind: 'wallpost' as const, id: parentId ?? wallPostId };
  const about = { subject, threadId: null, ...(parentId !== null && { replyId: wallPostId }) };
  const readers = parent ? [parent.authorId, ownerId] : [ownerId];
  return [
    ...readers.map((userId) => ({ ...about, userId, kind: 'wall' as const })),
    ...mentions.map((userId) => ({ ...about, userId, kind: 'mention' as const })),
  ];
}

const toEditNotification = (notifications: NewNotification[], text: { authorId: number } | null): NewNotification[] =>
  text ? notifications.map((notification) => ({ ...notification, authorId: text.authorId, edited: true })) : [];

function buildAddressedNotifications(
  subject: NotificationDocument['subject'],
  threadId: number,
  mentions: readonly number[],
  quotes: readonly number[],
  get: Get,
): NewNotification[] {
  if (mentions.length === 0 && quotes.length === 0) return [];
  const authors = quotes.flatMap((id) => get<PostDocument>('posts', id)?.authorId ?? findThreadAuthor(id, get));
  return [
    ...authors.map((userId) => ({ userId, kind: 'quote' as const, subject, threadId })),
    ...mentions.map((userId) => ({ userId, kind: 'mention' as const, subject, threadId })),
  ];
}

const findThreadAuthor = (id: number, get: Get): number[] => {
  const thread = get<ThreadDocument>('threads', id);
  return thread ? [thread.authorId] : [];
};

function buildModerationNotifications(event: ProjectedEvent, get: Get): NewNotification[] {
  const action = stripVersion(event.type);
  switch (event.type) {
    case 'ThreadEdited.v1':
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
    case 'ThreadMoved.v1':
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1': {
      const { threadId } = event.data;
      const subject = { kind: 'thread' as const, id: threadId };
      return findThreadAuthor(threadId, get).map((userId) => ({
        userId,
        kind: 'moderation',
        subject,
        threadId,
        act: action,
      }));
    }
    case 'ReplyEdited.v1':
    case 'ReplyDeleted.v1':
    case 'ReplyRestored.v1': {
      const post = get<PostDocument>('posts', event.data.postId);
      if (!post) return [];
      const subject = { kind: 'post' as const, id: post.id };
      return [{ userId: post.authorId, kind: 'moderation', subject, threadId: post.threadId, act: action }];
    }
    case 'WallPostDeleted.v1':
    case 'WallPostRestored.v1': {
      const { wallPostId, authorId } = event.data;
      const subject = { kind: 'wallpost' as const, id: wallPostId };
      return [{ userId: authorId, kind: 'moderation', subject, threadId: null, act: action }];
    }
    default:
      return [];
  }
}
