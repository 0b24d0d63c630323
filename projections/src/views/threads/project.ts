import { countsAfter, sumOf } from '../reactions/counts.js';
import type { Change, Get, ProjectedEvent, View } from '../../view.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from './document.js';
import { participantsWith, participantsWithout, participantsWithRestored } from './participants.js';
import { newestVisible, ordinalsAfter, ordinalChange } from './ordinals.js';

const placeFields = ['sectionId', 'subsectionId'];

export const threadsView: View = {
  schema: {
    threads: {
      // Each reply rewrites every index with a count or the activity, so there is none with one of these and the author:
      // `threadsIn` sorts the threads of one author itself.
      indexes: [
        [...placeFields, 'deleted', 'sticky', 'activity'],
        [...placeFields, 'deleted', 'createdOrder'],
        [...placeFields, 'deleted', 'replyCount', 'createdOrder'],
        [...placeFields, 'deleted', 'reactionCount', 'createdOrder'],
        [...placeFields, 'prefixId', 'deleted', 'sticky', 'activity'],
        [...placeFields, 'prefixId', 'deleted', 'createdOrder'],
        [...placeFields, 'prefixId', 'deleted', 'replyCount', 'createdOrder'],
        [...placeFields, 'prefixId', 'deleted', 'reactionCount', 'createdOrder'],
        [...placeFields, 'authorId', 'deleted', 'createdOrder'],
        ['authorId', 'createdOrder'],
        ['createdOrder'],
      ],
      sparse: 'prefixId',
    },
    replyOrdinals: { indexes: [] },
  },
  events: [
    'ThreadCreated.v1',
    'ThreadEdited.v1',
    'ThreadPrefixSet.v1',
    'ThreadLocked.v1',
    'ThreadUnlocked.v1',
    'ThreadPinned.v1',
    'ThreadUnpinned.v1',
    'ThreadMoved.v1',
    'ThreadDeleted.v1',
    'ThreadRestored.v1',
    'Reacted.v1',
    'ReplyPosted.v1',
    'ReplyDeleted.v1',
    'ReplyRestored.v1',
  ],

  project(event, get) {
    if (event.type === 'ThreadCreated.v1') return changed(created(event));
    const own = threadChange(event, get);
    if (own) return changed(own);
    return replyChange(event, get);
  },
};

const changed = (document: Omit<ThreadDocument, 'pos'>): Change[] => [{ collection: 'threads', document }];

function created(event: ProjectedEvent & { type: 'ThreadCreated.v1' }): ThreadDocument {
  const { threadId, sectionId, subsectionId, authorId, title, content, locked, sticky, prefixId = null } = event.data;
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
    prefixId,
    deleted: false,
    createdAt: at,
    createdOrder: event.position,
    editedAt: null,
    version: 1,
    reactions: {},
    reactionCount: 0,
    participants: [],
    replyCount: 0,
    posted: 0,
    tail: [],
    activity: event.position,
    lastPostId: null,
    lastPostAt: at,
    lastAuthorId: authorId,
    pos: event.position,
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
    case 'ThreadPrefixSet.v1':
      return { ...thread, prefixId: event.data.prefixId };
    case 'ThreadLocked.v1':
      return { ...thread, locked: true };
    case 'ThreadUnlocked.v1':
      return { ...thread, locked: false };
    case 'ThreadPinned.v1':
      return { ...thread, sticky: true };
    case 'ThreadUnpinned.v1':
      return { ...thread, sticky: false };
    case 'ThreadMoved.v1':
      return { ...thread, sectionId: event.data.sectionId, subsectionId: event.data.subsectionId };
    case 'ThreadDeleted.v1': {
      const { at = '', actorId } = event.metadata;
      return { ...thread, deleted: true, deletion: { at, by: Number(actorId) || null } };
    }
    case 'ThreadRestored.v1': {
      const { deletion: _, ...visible } = thread;
      return { ...visible, deleted: false };
    }
    case 'Reacted.v1': {
      const reactions = countsAfter(thread.reactions, event.data);
      return { ...thread, reactions, reactionCount: sumOf(reactions) };
    }
    default:
      return null;
  }
}

function replyChange(event: ProjectedEvent, get: Get): Change[] {
  if (event.type === 'ReplyPosted.v1') return replyPosted(event, get);
  if (event.type !== 'ReplyDeleted.v1' && event.type !== 'ReplyRestored.v1') return [];
  const isRestored = event.type === 'ReplyRestored.v1';
  const post = get<PostDocument>('posts', event.data.postId);
  const thread = post && get<ThreadDocument>('threads', post.threadId);
  if (!thread || post.deleted !== isRestored) return [];
  const ordinals = ordinalsAfter(thread, { id: post.id, number: post.number, isVisible: isRestored }, get);
  const { tail } = ordinals;
  if (isRestored) {
    const last = post.order > thread.activity ? lastPost(post) : {};
    const participants = participantsWithRestored(thread, post);
    return [
      ...changed({ ...thread, replyCount: thread.replyCount + 1, tail, participants, ...last }),
      ...ordinals.nodes.map(ordinalChange),
    ];
  }
  let last: Partial<ThreadDocument> = {};
  if (thread.lastPostId === post.id) {
    const newest = newestVisible(thread, post.number, ordinals, get);
    const before = newest === null ? null : get<PostDocument>('posts', newest);
    last = before ? lastPost(before) : noPost(thread);
  }
  const participants = participantsWithout(thread, post.id);
  return [
    ...changed({ ...thread, replyCount: thread.replyCount - 1, tail, participants, ...last }),
    ...ordinals.nodes.map(ordinalChange),
  ];
}

function replyPosted(event: ProjectedEvent & { type: 'ReplyPosted.v1' }, get: Get): Change[] {
  const { threadId, postId, authorId } = event.data;
  const thread = get<ThreadDocument>('threads', threadId);
  if (!thread) return [];
  const { tail, nodes } = ordinalsAfter(thread, { id: postId, number: thread.posted, isVisible: true }, get);
  // Field by field: to copy the object takes three times as long, and this is most events of a rebuild.
  const counted: ThreadDocument = {
    id: thread.id,
    sectionId: thread.sectionId,
    subsectionId: thread.subsectionId,
    authorId: thread.authorId,
    title: thread.title,
    content: thread.content,
    locked: thread.locked,
    sticky: thread.sticky,
    prefixId: thread.prefixId,
    deleted: thread.deleted,
    createdAt: thread.createdAt,
    createdOrder: thread.createdOrder,
    editedAt: thread.editedAt,
    version: thread.version,
    reactions: thread.reactions,
    reactionCount: thread.reactionCount,
    participants: participantsWith(thread, { userId: authorId, postId }),
    replyCount: thread.replyCount + 1,
    posted: thread.posted + 1,
    tail,
    activity: event.position,
    lastPostId: postId,
    lastPostAt: event.metadata.at ?? '',
    lastAuthorId: authorId,
    pos: thread.pos,
  };
  if (thread.deletion) counted.deletion = thread.deletion;
  if (nodes.length === 0) return changed(counted);
  return [...changed(counted), ...nodes.map(ordinalChange)];
}

const lastPost = ({ id, order, createdAt, authorId }: PostDocument) => ({
  activity: order,
  lastPostId: id,
  lastPostAt: createdAt,
  lastAuthorId: authorId,
});

const noPost = ({ createdOrder, createdAt, authorId }: ThreadDocument) => ({
  activity: createdOrder,
  lastPostId: null,
  lastPostAt: createdAt,
  lastAuthorId: authorId,
});
