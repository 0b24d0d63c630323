import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause, WorkInSteps } from './work-in-steps.js';

let now = 0;
let busy: number[] = [];
let clockReads = 0;
beforeEach(() => {
  now = clockReads = 0;
  busy = [];
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clockReads++;
    return (now += busy.shift() ?? 0);
  });
});
afterEach(() => void vi.restoreAllMocks());

test('pauses work in steps after a step has taken four milliseconds', async () => {
  const steps = new WorkInSteps();
  busy = [3.9];
  await steps.next();
  expect(clockReads).toBe(2);

  busy = [0.2];
  await steps.next();
  expect(clockReads).toBe(6);
});

test('work in steps resumes when the event loop is quiet', async () => {
  busy = [0, 5, 3, 1];
  await pause();
  expect(now).toBe(9);
  expect(clockReads).toBe(4);
});

test('a pause ends after 12 ms even if the event loop is never quiet', async () => {
  busy = [0, 5, 5, 5, 5, 5];
  await pause();
  expect(now).toBe(15);
});
