import type { Decider } from '../decider.js';
import type { StatusEvent } from './events.js';

export type StatusCommand = { type: 'CountPlayers' } & StatusEvent['data'];

/** Several servers may count at the same time, so only the first count in each slot is recorded. */
export const status: Decider<{ slots: Set<string> }, StatusCommand, StatusEvent, void> = {
  initial: () => ({ slots: new Set() }),
  evolve: (state, event) => {
    state.slots.add(event.data.slot);
    return state;
  },
  decide: ({ type: _, ...data }, state) => (state.slots.has(data.slot) ? [] : [{ type: 'PlayersCounted.v1', data }]),
};
