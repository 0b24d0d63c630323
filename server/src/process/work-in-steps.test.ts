import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause, WorkInSteps } from './work-in-steps.js';

let now = 0;
/** What the event loop was busy with before each look at the clock, in ms; afterwards nothing. */
let busy: number[] = [];
let looks = 0;
beforeEach(() => {
  now = looks = 0;
  busy = [];
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks++;
    return (now += busy.shift() ?? 0);
  });
});
afterEach(() => void vi.restoreAllMocks());

test('a step goes on for four milliseconds', async () => {
  const steps = new WorkInSteps();
  let isNext = false;
  busy = [3.9];
  void steps.next().then(() => (isNext = true));
  await Promise.resolve();
  expect(isNext).toBe(true);

  busy = [0.2];
  const next = steps.next().then(() => (isNext = false));
  await Promise.resolve();
  expect(isNext).toBe(true);
  await next;
});

test('a pause lasts until the event loop is quiet', async () => {
  busy = [0, 5, 3, 1];
  await pause();
  expect(now).toBe(9);
  expect(looks).toBe(4);
});

test('a pause ends also where the event loop is never quiet', async () => {
  busy = [0, 5, 5, 5, 5, 5];
  await pause();
  expect(now).toBe(15);
});
