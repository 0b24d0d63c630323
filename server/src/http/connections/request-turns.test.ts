import { setImmediate as round } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RequestTurns } from './request-turns.js';

let now = 0;
/** Longer than one round may begin requests. */
const takeLong = () => void (now += 30);

beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterAll(() => vi.restoreAllMocks());

test('begins no more in a round of the event loop once its time is over', async () => {
  const turns = new RequestTurns();
  const begun: number[] = [];
  for (let n = 0; n < 3; n++) turns.add(() => (begun.push(n), takeLong()));
  expect(begun).toEqual([0]);
  await round();
  expect(begun).toEqual([0, 1]);
  await round();
  expect(begun).toEqual([0, 1, 2]);
});

test('begins as many in the next round as it has time for, each after what the one before it awaits', async () => {
  const turns = new RequestTurns();
  turns.add(takeLong);
  const steps: string[] = [];
  for (let n = 0; n < 3; n++) {
    turns.add(() => {
      steps.push(`begins ${n}`);
      void Promise.resolve().then(() => steps.push(`goes on ${n}`));
    });
  }
  expect(steps).toEqual([]);
  await round();
  expect(steps).toEqual([0, 1, 2].flatMap((n) => [`begins ${n}`, `goes on ${n}`]));
});
