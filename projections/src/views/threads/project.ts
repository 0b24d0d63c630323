import { toUploadsField } from '@guildhall/domain/uploads.js';
import { applyReaction, sumCounts } from '../reactions/counts.js';
import { createView, type Change, type EventOf, type Get } from '../../view.js';
import { toPlaceId } from '../places/project.js';
import type { PostDocument } from '../posts/document.js';
import type { ThreadDocument } from './document.js';
import { addParticipant, removeParticipant, restoreParticipant } from './participants.js';
import { findNewestVisible, listOrdinalChanges, updateOrdinals } from './ordinals.js';

const maxFormerPlaces = 5;
const placeFields = ['sectionId', 'subsectionId'];

export const threadsView = createView(
  {
    threads: {
      // Each reply rewrites every index that contains a count or the activity, so no such index includes the author.
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
  {
    'ThreadCreated.v1': (event) => toChanges(createThread(event)),
    'ThreadEdited.v1': ({ data, metadata }, get) => {
      const thread = get<ThreadDocument>('threads', data.threadId);
      if (!thread) return [];
      const { uploads: _, ...others } = thread;
      const { title, content } = data;
      const edit = { title, content, editedAt: metadata.at ?? null, ...toUploadsField(data) };
      return toChanges({ ...others, ...edit, version: thread.version + 1 });
    },
    'ThreadPrefixSet.v1': ({ data }, get) => changeThread(data.threadId, get, () => ({ prefixId: data.prefixId })),
    'ThreadSolutionSet.v1': ({ data: { threadId, postId }, metadata, position: order }, get) =>
      changeThread(threadId, get, () => {
        if (postId === null) return { solution: undefined };
        const isDeleted = get<PostDocument>('posts', postId)?.deleted ?? true;
        return { solution: { postId, isDeleted, at: metadata.at ?? '', order } };
      }),
    'ThreadLocked.v1': ({ data }, get) => changeThread(data.threadId, get, () => ({ locked: true })),
    'ThreadUnlocked.v1': ({ data }, get) => changeThread(data.threadId, get, () => ({ locked: false })),
    'ThreadPinned.v1': ({ data }, get) => changeThread(data.threadId, get, () => ({ sticky: true })),
    'ThreadUnpinned.v1': ({ data }, get) => changeThread(data.threadId, get, () => ({ sticky: false })),
    'ThreadMoved.v1': ({ data: { threadId, sectionId, subsectionId }, position }, get) =>
      changeThread(threadId, get, (thread) => {
        const formerPlace = { placeId: toPlaceId(thread), leftAtOrder: position };
        const formerPlaces = [...(thread.formerPlaces ?? []), formerPlace].slice(-maxFormerPlaces);
        return { sectionId, subsectionId, formerPlaces };
      }),
    'ThreadDeleted.v1': ({ data, metadata }, get) => {
      const deletion = { at: metadata.at ?? '', by: Number(metadata.actorId) || null };
      return changeThread(data.threadId, get, () => ({ deleted: true, deletion }));
    },
    'ThreadRestored.v1': ({ data }, get) => {
      const thread = get<ThreadDocument>('threads', data.threadId);
      if (!thread) return [];
      const { deletion: _, ...visible } = thread;
      return toChanges({ ...visible, deleted: false });
    },
    'Reacted.v1': ({ data }, get) => {
      if (data.kind !== 'thread') return [];
      return changeThread(data.threadId, get, (thread) => {
        const reactions = applyReaction(thread.reactions, data);
        return { reactions, reactionCount: sumCounts(reactions) };
      });
    },
    'ReplyPosted.v1': addReply,
    'ReplyDeleted.v1': removeReply,
    'ReplyRestored.v1': restoreReply,
  },
);

const toChanges = (document: Omit<ThreadDocument, 'pos'>): Change[] => [{ collection: 'threads', document }];

function createThread(event: EventOf<'ThreadCreated.v1'>): ThreadDocument {
  const { threadId, sectionId, subsectionId, authorId, title, content, locked, sticky, prefixId = null } = event.data;
  const { at } = event.metadata as { at: string };
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
    ...toUploadsField(event.data),
  };
}

function changeThread(id: number, get: Get, change: (thread: ThreadDocument) => Partial<ThreadDocument>): Change[] {
  const thread = get<ThreadDocument>('threads', id);
  return thread ? toChanges({ ...thread, ...change(thread) }) : [];
}

function addReply(event: EventOf<'ReplyPosted.v1'>, get: Get): Change[] {
  const { threadId, postId, authorId } = event.data;
  const thread = get<ThreadDocument>('threads', threadId);
  if (!thread) return [];
  const ordinals = updateOrdinals(thread, { id: postId, number: thread.posted, isVisible: true }, get);
  const document: ThreadDocument = {
    ...thread,
    participants: addParticipant(thread, { userId: authorId, postId }),
    replyCount: thread.replyCount + 1,
    posted: thread.posted + 1,
    tail: ordinals.tail,
    activity: event.position,
    lastPostId: postId,
    lastPostAt: event.metadata.at ?? '',
    lastAuthorId: authorId,
  };
  return [...toChanges(document), ...listOrdinalChanges(ordinals)];
}

function removeReply({ data }: EventOf<'ReplyDeleted.v1'>, get: Get): Change[] {
  const post = get<PostDocument>('posts', data.postId);
  const thread = post && get<ThreadDocument>('threads', post.threadId);
  if (!thread || post.deleted) return [];
  const ordinals = updateOrdinals(thread, { id: post.id, number: post.number, isVisible: false }, get);
  let last: Partial<ThreadDocument> = {};
  if (thread.lastPostId === post.id) {
    const newest = findNewestVisible(thread, post.number, ordinals, get);
    const newestPost = newest === null ? null : get<PostDocument>('posts', newest);
    last = newestPost ? toLastPost(newestPost) : toOpeningPost(thread);
  }
  const participants = removeParticipant(thread, post.id);
  const replyCount = thread.replyCount - 1;
  const solution = updateSolution(thread, post, true);
  return [
    ...toChanges({ ...thread, replyCount, tail: ordinals.tail, participants, ...last, ...solution }),
    ...listOrdinalChanges(ordinals),
  ];
}

function restoreReply({ data }: EventOf<'ReplyRestored.v1'>, get: Get): Change[] {
  const post = get<PostDocument>('posts', data.postId);
  const thread = post && get<ThreadDocument>('threads', post.threadId);
  if (!thread || !post.deleted) return [];
  const ordinals = updateOrdinals(thread, { id: post.id, number: post.number, isVisible: true }, get);
  const { tail } = ordinals;
  const participants = restoreParticipant(thread, post);
  const last = post.order > thread.activity ? toLastPost(post) : {};
  const replyCount = thread.replyCount + 1;
  const solution = updateSolution(thread, post, false);
  return [
    ...toChanges({ ...thread, replyCount, tail, participants, ...last, ...solution }),
    ...listOrdinalChanges(ordinals),
  ];
}

/** Applies if the deleted or restored reply is the solution. */
const updateSolution = ({ solution }: ThreadDocument, { id }: PostDocument, isDeleted: boolean) =>
  solution?.postId === id && { solution: { ...solution, isDeleted } };

const toLastPost = ({ id, order, createdAt, authorId }: PostDocument) => ({
  activity: order,
  lastPostId: id,
  lastPostAt: createdAt,
  lastAuthorId: authorId,
});

const toOpeningPost = ({ createdOrder, createdAt, authorId }: ThreadDocument) => ({
  activity: createdOrder,
  lastPostId: null,
  lastPostAt: createdAt,
  lastAuthorId: authorId,
});
