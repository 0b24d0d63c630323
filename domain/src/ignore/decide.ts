import type { Decider } from '../decider.js';
import type { Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { IgnoreEvent } from './events.js';

export interface IgnoreCommand {
  type: 'Ignore' | 'Unignore' | 'Mute' | 'Unmute';
  memberId: number;
}

export interface IgnoreContext {
  actor: Actor;
  isMember: (userId: number) => boolean;
}

interface IgnoreState {
  ignores: boolean;
  mutes: boolean;
}

export const ignore: Decider<IgnoreState, IgnoreCommand, IgnoreEvent, IgnoreContext> = {
  initial: () => ({ ignores: false, mutes: false }),

  evolve(state, { type }) {
    switch (type) {
      case 'Ignored.v1':
      case 'Unignored.v1':
        return { ...state, ignores: type === 'Ignored.v1' };
      case 'MemberMuted.v1':
      case 'MemberUnmuted.v1':
        return { ...state, mutes: type === 'MemberMuted.v1' };
    }
  },

  decide({ type, memberId }, { ignores, mutes }, { actor: { userId }, isMember }) {
    if (userId === null) throw new Refusal('login-required');
    if (type === 'Ignore' || type === 'Mute') {
      if (!isMember(memberId)) throw new Refusal('profile-not-found');
      if (userId === memberId) throw new Refusal(type === 'Ignore' ? 'ignore-yourself' : 'mute-yourself');
    }
    switch (type) {
      case 'Ignore':
        return ignores ? [] : [{ type: 'Ignored.v1', data: { userId, ignoredId: memberId } }];
      case 'Unignore':
        return ignores ? [{ type: 'Unignored.v1', data: { userId, ignoredId: memberId } }] : [];
      case 'Mute':
        return mutes ? [] : [{ type: 'MemberMuted.v1', data: { userId, mutedId: memberId } }];
      case 'Unmute':
        return mutes ? [{ type: 'MemberUnmuted.v1', data: { userId, mutedId: memberId } }] : [];
    }
  },
};
