import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { FollowEvent } from './events.js';

export interface FollowCommand {
  type: 'Follow' | 'Unfollow';
  followedId: number;
}

export interface FollowContext {
  actor: Actor;
  isMember: (userId: number) => boolean;
}

export const follow: Decider<{ follows: boolean }, FollowCommand, FollowEvent, FollowContext> = {
  initial: () => ({ follows: false }),
  evolve: (_, event) => ({ follows: event.type === 'Followed.v1' }),

  decide({ type, followedId }, state, { actor, isMember }) {
    if (actor.userId === null || !can(actor, 'follow')) throw new Refusal('login-required');
    if (type === 'Follow' && !isMember(followedId)) throw new Refusal('profile-not-found');
    if (type === 'Follow' && actor.userId === followedId) throw new Refusal('follow-yourself', 'username');
    if (state.follows === (type === 'Follow')) return [];
    const data = { followerId: actor.userId, followedId };
    return [type === 'Follow' ? { type: 'Followed.v1', data } : { type: 'Unfollowed.v1', data }];
  },
};
