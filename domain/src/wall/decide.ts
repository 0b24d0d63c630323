import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { omitEmptyLists, type AddressedMembers } from '../post/addressed.js';
import { Refusal } from '../refusals.js';
import { toUploadsField, type WithUploads } from '../uploads.js';
import type { WallEvent } from './events.js';

export interface ExistingWallPost extends Pick<AddressedMembers, 'mentions'>, WithUploads {
  status: 'active' | 'deleted';
  wallPostId: number;
  parentId: number | null;
  ownerId: number;
  authorId: number;
  content: string;
}
export type WallState = { status: 'none' } | ExistingWallPost;

export type WallText = { content: string } & Pick<AddressedMembers, 'mentions'> & WithUploads;

export type WallCommand =
  | ({ type: 'PostOnWall'; wallPostId: number; ownerId: number } & WallText)
  | ({ type: 'ReplyOnWall'; wallPostId: number; parentId: number } & WallText)
  | { type: 'DeleteWallPost' }
  | { type: 'RestoreWallPost' };

export interface WallContext {
  actor: Actor;
  isMember: (userId: number) => boolean;
  parent: Readonly<WallState> | null;
}

export const wall: Decider<WallState, WallCommand, WallEvent, WallContext> = {
  initial: () => ({ status: 'none' }),

  evolve(state, event) {
    if (event.type === 'WallPosted.v1') return { status: 'active', ...event.data };
    if (state.status === 'none') return state;
    return { ...state, status: event.type === 'WallPostDeleted.v1' ? 'deleted' : 'active' };
  },

  decide(command, state, context) {
    const { actor } = context;
    if (actor.userId === null || !can(actor, 'write-on-wall')) throw new Refusal('login-required');
    if (command.type === 'PostOnWall' || command.type === 'ReplyOnWall') {
      const { wallPostId, content, mentions = [] } = command;
      const { ownerId, parentId } = findWallPlace(command, context);
      if (!context.isMember(ownerId)) throw new Refusal('profile-not-found');
      if (state.status !== 'none') throw new Refusal('id-in-use');
      const data = { wallPostId, parentId, ownerId, authorId: actor.userId, content };
      return [
        { type: 'WallPosted.v1', data: { ...data, ...omitEmptyLists({ mentions }), ...toUploadsField(command) } },
      ];
    }
    if (state.status === 'none' || context.parent?.status === 'deleted') throw new Refusal('not-found');
    const { wallPostId, authorId, ownerId } = state;
    const moderates = can(actor, 'moderate-walls');
    if (command.type === 'RestoreWallPost') {
      if (!moderates) throw new Refusal('not-found');
      return state.status === 'active'
        ? []
        : [{ type: 'WallPostRestored.v1', data: { wallPostId, ownerId, authorId } }];
    }
    if (state.status === 'deleted') {
      if (moderates) return [];
      throw new Refusal('not-found');
    }
    if (!moderates && actor.userId !== authorId && actor.userId !== ownerId) throw new Refusal('forbidden');
    return [{ type: 'WallPostDeleted.v1', data: { wallPostId, ownerId, authorId } }];
  },
};

function findWallPlace(
  command: Extract<WallCommand, { type: 'PostOnWall' | 'ReplyOnWall' }>,
  { parent }: WallContext,
): { ownerId: number; parentId: number | null } {
  if (command.type === 'PostOnWall') return { ownerId: command.ownerId, parentId: null };
  if (parent?.status !== 'active' || parent.parentId !== null) throw new Refusal('not-found');
  return { ownerId: parent.ownerId, parentId: parent.wallPostId };
}
