import type { Decider } from '../decider.js';
import { Refusal } from '../refusals.js';
import type { AccountEvent } from './events.js';

export interface AccountState {
  status: 'none' | 'unverified' | 'verified' | 'erased';
}

export type AccountCommand =
  | { type: 'Register'; userId: number }
  | { type: 'Verify'; userId: number }
  | { type: 'EndSessions'; userId: number; sessionId: string | null }
  /** The vault has changed the name, address or picture. */
  | { type: 'Change'; userId: number }
  | { type: 'Erase'; userId: number; texts: boolean }
  | { type: 'EraseUnverified'; userId: number };

/** The vault and `staff` decide beforehand who may register, verify or erase, so the decision needs no context. */
export const account: Decider<AccountState, AccountCommand, AccountEvent, void> = {
  initial: () => ({ status: 'none' }),

  evolve(state, event) {
    switch (event.type) {
      case 'UserRegistered.v1':
        return { status: 'unverified' };
      case 'UserVerified.v1':
        return { status: 'verified' };
      case 'UserErased.v1':
        return { status: 'erased' };
      default:
        return state;
    }
  },

  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case 'Register':
        // The vault has already accepted this id, so this is either a retry of the registration, or a sweep erased the
        // account first.
        if (state.status === 'erased') throw new Refusal('id-in-use');
        return state.status !== 'none' ? [] : [{ type: 'UserRegistered.v1', data: { userId } }];
      case 'Verify':
        if (state.status === 'none' || state.status === 'erased') throw new Refusal('not-found');
        return state.status === 'verified' ? [] : [{ type: 'UserVerified.v1', data: { userId } }];
      case 'EndSessions':
        if (state.status === 'none' || state.status === 'erased') return [];
        return [{ type: 'SessionsEnded.v1', data: { userId, sessionId: command.sessionId } }];
      case 'Change':
        if (state.status === 'none' || state.status === 'erased') throw new Refusal('not-found');
        return [{ type: 'AccountChanged.v1', data: { userId } }];
      case 'Erase':
        if (state.status === 'none') throw new Refusal('not-found');
        return state.status === 'erased' ? [] : [{ type: 'UserErased.v1', data: { userId, texts: command.texts } }];
      case 'EraseUnverified':
        if (state.status === 'none') throw new Refusal('not-found');
        if (state.status === 'verified') throw new Refusal('changed-since');
        return state.status === 'erased' ? [] : [{ type: 'UserErased.v1', data: { userId, texts: true } }];
    }
  },
};
