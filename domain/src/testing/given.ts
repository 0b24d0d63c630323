import { expect } from 'vitest';
import type { Decider } from '../decider.js';
import { Refusal, type RefusalCode } from '../refusals.js';

/** Given these events, when this command is decided by these facts, then these events happen, or this refusal is thrown. */
export function given<S, C, E, F>(decider: Decider<S, C, E, F>, ...events: NoInfer<E>[]) {
  const state = () => events.reduce((folded, event) => decider.evolve(folded, event), decider.initial());
  return {
    when: (command: C, ...[facts]: F extends void ? [] : [F]) => ({
      then: (...expected: E[]) => expect(decider.decide(command, state(), facts as F)).toEqual(expected),
      thenNothing: () => expect(decider.decide(command, state(), facts as F)).toEqual([]),
      thenRefused(code: RefusalCode) {
        try {
          decider.decide(command, state(), facts as F);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          return expect((error as Refusal).code).toBe(code);
        }
        throw new Error(`expected the refusal '${code}'`);
      },
    }),
  };
}
