import type { Decider } from '../decider.js';
import { can, type Action } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { requirePlaceFlags, type ThreadContext } from '../thread/decide.js';
import type { ExistingThread, ThreadState } from '../thread/state.js';
import { toUploadsField, type WithUploads } from '../uploads.js';
import { toWatchField } from '../watch/events.js';
import { omitEmptyLists, mergeAddressed, selectNewlyAddressed, type AddressedMembers } from './addressed.js';
import type { PostEvent } from './events.js';

export interface ExistingPost extends AddressedMembers, WithUploads {
  status: 'active' | 'deleted';
  postId: number;
  threadId: number;
  authorId: number;
  content: string;
  /** Incremented by every edit. An editor sends the version that they loaded. */
  version: number;
}
export type PostState = { status: 'none' } | ExistingPost;

/** Sealing is deterministic, so equal content by one author yields equal strings. */
export type PostCommand =
  | ({
      type: 'PostReply';
      postId: number;
      threadId: number;
      content: string;
      replyTo?: number | null;
      watch?: boolean;
    } & AddressedMembers &
      WithUploads)
  | ({ type: 'EditReply'; content: string; ifVersions?: readonly number[] | undefined } & AddressedMembers &
      WithUploads)
  | { type: 'DeleteReply' }
  | { type: 'RestoreReply' };

/**
 * `thread` may be a few milliseconds out of date. Checking replies within the thread's own stream would avoid this, but
 * then concurrent replies would conflict.
 */
export interface PostContext extends ThreadContext {
  thread: Readonly<ThreadState>;
  target?: Readonly<PostState> | null;
}

export const post: Decider<PostState, PostCommand, PostEvent, PostContext> = {
  initial: () => ({ status: 'none' }),

  evolve(state, event) {
    if (event.type === 'ReplyPosted.v1') return { status: 'active', ...event.data, version: 1 };
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'ReplyEdited.v1': {
        const { uploads: _, ...others } = state;
        const { content } = event.data;
        return Object.assign(others, mergeAddressed(state, event.data), toUploadsField(event.data), {
          content,
          version: state.version + 1,
        });
      }
      case 'ReplyDeleted.v1':
        return { ...state, status: 'deleted' };
      case 'ReplyRestored.v1':
        return { ...state, status: 'active' };
      default:
        return state;
    }
  },

  decide(command, state, context) {
    if (context.actor.userId === null) throw new Refusal('login-first');
    const thread = requireThread(context);
    const flags = requirePlaceFlags(context.actor, context.structure, thread);
    if (command.type === 'PostReply') {
      if (!can(context.actor, 'reply', { flags, locked: thread.locked })) {
        if (thread.locked && can(context.actor, 'reply', { flags })) throw new Refusal('thread-locked');
        throw new Refusal('forbidden', undefined, "You don't have permission to reply here.");
      }
      if (state.status !== 'none') throw new Refusal('id-in-use');
      const { postId, threadId, content } = command;
      const data = { postId, threadId, authorId: context.actor.userId, content };
      const target = findReplyTarget(command, context);
      Object.assign(data, target, omitEmptyLists(command), toUploadsField(command), toWatchField(command));
      return [{ type: 'ReplyPosted.v1', data }];
    }
    if (state.status === 'none') throw new Refusal('not-found');
    const isAllowed = (action: Action) => can(context.actor, action, { flags, authorId: state.authorId });
    // Only members who may restore a deleted reply may learn that it exists.
    if (state.status === 'deleted' && !isAllowed('restore-reply')) throw new Refusal('not-found');
    return decideChange(command, state, isAllowed);
  },
};

function findReplyTarget(
  { replyTo = null, threadId }: Extract<PostCommand, { type: 'PostReply' }>,
  { target }: PostContext,
): { replyTo?: number } {
  if (replyTo === null) return {};
  if (target?.status !== 'active' || target.threadId !== threadId) throw new Refusal('reply-to', 'reply_to');
  return { replyTo };
}

function decideChange(
  command: Exclude<PostCommand, { type: 'PostReply' }>,
  state: ExistingPost,
  isAllowed: (action: Action) => boolean,
): PostEvent[] {
  const { postId } = state;
  switch (command.type) {
    case 'EditReply':
      if (!isAllowed('edit-reply')) throw new Refusal('forbidden');
      if (command.ifVersions?.includes(state.version) === false) throw new Refusal('changed-since');
      if (command.content === state.content) return [];
      return [
        {
          type: 'ReplyEdited.v1',
          data: {
            postId,
            content: command.content,
            ...selectNewlyAddressed(state, command),
            ...toUploadsField(command),
          },
        },
      ];
    case 'DeleteReply':
      if (!isAllowed('delete-reply')) throw new Refusal('forbidden');
      return state.status === 'deleted' ? [] : [{ type: 'ReplyDeleted.v1', data: { postId } }];
    case 'RestoreReply':
      if (!isAllowed('restore-reply')) throw new Refusal('forbidden');
      return state.status === 'active' ? [] : [{ type: 'ReplyRestored.v1', data: { postId } }];
  }
}

function requireThread({ thread }: PostContext): ExistingThread {
  if (thread.status !== 'active') throw new Refusal('not-found');
  return thread;
}
