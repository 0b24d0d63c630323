import { setImmediate as round } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RequestScheduler } from './request-scheduler.js';

let now = 0;
const takeLong = () => void (now += 30);

beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterAll(() => vi.restoreAllMocks());

test('starts no more requests in a phase of the event loop once its time is over', async () => {
  const scheduler = new RequestScheduler();
  const started: number[] = [];
  for (let n = 0; n < 3; n++) scheduler.add(() => (started.push(n), takeLong()));
  expect(started).toEqual([0]);
  await round();
  expect(started).toEqual([0, 1]);
  await round();
  expect(started).toEqual([0, 1, 2]);
});

test('starts as many in the next phase as it has time for, each after the continuations of the one before it', async () => {
  const scheduler = new RequestScheduler();
  scheduler.add(takeLong);
  const steps: string[] = [];
  for (let n = 0; n < 3; n++) {
    scheduler.add(() => {
      steps.push(`starts ${n}`);
      void Promise.resolve().then(() => steps.push(`continues ${n}`));
    });
  }
  expect(steps).toEqual([]);
  await round();
  expect(steps).toEqual([0, 1, 2].flatMap((n) => [`starts ${n}`, `continues ${n}`]));
});
