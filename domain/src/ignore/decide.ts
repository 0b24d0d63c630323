import type { Decider } from '../decider.js';
import type { Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { IgnoreEvent } from './events.js';

export interface IgnoreCommand {
  type: 'Ignore' | 'Unignore';
  ignoredId: number;
}

export interface IgnoreContext {
  actor: Actor;
  isMember: (userId: number) => boolean;
}

export const ignore: Decider<{ ignores: boolean }, IgnoreCommand, IgnoreEvent, IgnoreContext> = {
  initial: () => ({ ignores: false }),
  evolve: (_, event) => ({ ignores: event.type === 'Ignored.v1' }),

  decide({ type, ignoredId }, state, { actor, isMember }) {
    if (actor.userId === null) throw new Refusal('login-required');
    if (type === 'Ignore' && !isMember(ignoredId)) throw new Refusal('profile-not-found');
    if (type === 'Ignore' && actor.userId === ignoredId) throw new Refusal('ignore-yourself');
    if (state.ignores === (type === 'Ignore')) return [];
    const data = { userId: actor.userId, ignoredId };
    return [type === 'Ignore' ? { type: 'Ignored.v1', data } : { type: 'Unignored.v1', data }];
  },
};
