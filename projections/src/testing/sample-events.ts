import { samples } from '@guildhall/domain/testing/samples.js';
import type { DomainEvent, EventType } from '@guildhall/domain/events.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import type { PostDocument } from '../views/posts/document.js';
import type { ReportDocument } from '../views/reports/project.js';
import type { ThreadDocument } from '../views/threads/document.js';
import type { WallPostDocument } from '../views/wallposts/project.js';
import type { DocumentId, ViewDocument } from '../view-store.js';
import type { Get, ProjectedEvent } from '../view.js';

export const at = '2026-11-21T12:00:00.000Z';
export const position = toPosition(7);
export const moderator = '103';

type DataOf<T extends EventType> = Extract<DomainEvent, { type: T }>['data'];

export function sample<T extends EventType>(
  type: T,
  data: Partial<DataOf<T>> = {},
  metadata: Record<string, string> = {},
): ProjectedEvent & { type: T } {
  const completeData = {
    id: 'event-7',
    stream: 'any',
    revision: 3,
    position,
    metadata: { at, actorId: moderator, ...metadata },
  };
  return { ...completeData, type, data: { ...samples[type], ...data } } as unknown as ProjectedEvent & { type: T };
}

/** Each document has a different author. */
const pos = toPosition(1);
export const thread: ThreadDocument = {
  id: 10,
  pos,
  sectionId: 1,
  subsectionId: null,
  authorId: 101,
  title: 'title',
  content: 'text',
  locked: false,
  sticky: false,
  prefixId: null,
  deleted: false,
  createdAt: at,
  createdOrder: pos,
  posted: 5,
  tail: [16, 17, 18, 19, 20],
  editedAt: null,
  version: 1,
  reactions: {},
  reactionCount: 0,
  participants: [{ userId: 102, postId: 20 }],
  replyCount: 4,
  activity: pos,
  lastPostId: 20,
  lastPostAt: at,
  lastAuthorId: 102,
};
export const post: PostDocument = {
  id: 20,
  pos,
  threadId: 10,
  authorId: 102,
  content: 'reply',
  createdAt: at,
  editedAt: null,
  version: 1,
  reactions: {},
  deleted: false,
  order: pos,
  number: 4,
  replyTo: null,
  replyCount: 0,
};
export const wallPost: WallPostDocument = {
  id: 30,
  pos,
  parentId: null,
  ownerId: 102,
  authorId: 101,
  content: 'wall',
  createdAt: at,
  deleted: false,
  order: pos,
  replyCount: 0,
};
export const report: ReportDocument = {
  id: 40,
  pos,
  kind: 'post',
  authorId: 101,
  subject: { kind: 'post', id: 20 },
  text: 'text',
  status: 'taken',
  memberId: 102,
  staffId: 103,
  answer: null,
  createdAt: at,
  resolvedAt: null,
  order: pos,
};
export const forum = { threads: [thread], posts: [post], wallposts: [wallPost], reports: [report] };

export function getFrom(documents: Readonly<Record<string, readonly ViewDocument[]>>): Get {
  return <T extends ViewDocument>(collection: string, id: DocumentId) =>
    (documents[collection]?.find((document) => document.id === id) ?? null) as T | null;
}
