import type { Decider } from '../decider.js';
import type { Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { WatchEvent, WatchLevel, WatchTarget } from './events.js';

export interface WatchCommand {
  type: 'SetWatch';
  target: WatchTarget;
  level: WatchLevel | null;
}

export interface WatchContext {
  actor: Actor;
  visible: boolean;
}

export const watch: Decider<{ level: WatchLevel | null }, WatchCommand, WatchEvent, WatchContext> = {
  initial: () => ({ level: null }),
  evolve: (_, { data }) => ({ level: data.level }),

  decide({ target, level }, state, { actor, visible }) {
    if (actor.userId === null) throw new Refusal('login-first');
    if (level !== null && !visible) throw new Refusal('not-found');
    if (level === state.level) return [];
    return [{ type: 'WatchSet.v1', data: { ...target, userId: actor.userId, level, before: state.level } }];
  },
};
