import { expect } from 'vitest';
import type { Decider } from '../decider.js';
import { Refusal, type RefusalCode } from '../refusals.js';

export function given<S, C, E, F>(decider: Decider<S, C, E, F>, ...events: NoInfer<E>[]) {
  const state = () => events.reduce((current, event) => decider.evolve(current, event), decider.initial());
  return {
    when: (command: C, ...[context]: F extends void ? [] : [F]) => ({
      then: (...expected: E[]) => expect(decider.decide(command, state(), context as F)).toEqual(expected),
      thenNothing: () => expect(decider.decide(command, state(), context as F)).toEqual([]),
      thenRefused(code: RefusalCode, field?: string, text?: string) {
        try {
          decider.decide(command, state(), context as F);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect((error as Refusal).code).toBe(code);
          if (field !== undefined) expect((error as Refusal).field).toBe(field);
          if (text !== undefined) expect((error as Refusal).message).toBe(text);
          return;
        }
        throw new Error(`expected the refusal '${code}'`);
      },
    }),
  };
}
