import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPeriodicTasks } from './periodic-tasks.js';

let lines: string[];
const logger = pino({}, { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('does not start a periodic task again while it is still running', async () => {
  let end = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const stop = startPeriodicTasks([{ name: 'slow', everyMs: 100, run }], logger);
  await vi.advanceTimersByTimeAsync(350);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
  end();
  await stop();
});

test('logs and retries a failing periodic task without stopping others', async () => {
  const [failingTask, otherTask] = [vi.fn(() => Promise.reject(new Error('away'))), vi.fn(() => Promise.resolve())];
  const tasks = [
    { name: 'failing', everyMs: 100, run: failingTask },
    { name: 'other', everyMs: 100, run: otherTask },
  ];
  const stop = startPeriodicTasks(tasks, logger);
  await vi.advanceTimersByTimeAsync(250);
  expect([failingTask.mock.calls.length, otherTask.mock.calls.length, lines.length]).toEqual([2, 2, 2]);
  expect(lines[0]).toMatch(/"message":"away".*"task":"failing"/);
  await stop();
});

test('stopping waits for running periodic tasks and starts no more', async () => {
  let end = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const stop = startPeriodicTasks([{ name: 'slow', everyMs: 100, run }], logger);
  await vi.advanceTimersByTimeAsync(100);
  const onStopped = vi.fn();
  const stopPromise = stop().then(onStopped);
  await vi.advanceTimersByTimeAsync(500);
  expect([run.mock.calls.length, onStopped.mock.calls.length]).toEqual([1, 0]);
  end();
  await stopPromise;
  expect(onStopped).toHaveBeenCalledTimes(1);
});
