import { setImmediate as turnEnd } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BoundedQueue } from './bounded-queue.js';

const full = () => new Error('full');
const task = () => {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
};

test('runs some at the same time, the others in order, and refuses what finds no room', async () => {
  const queue = new BoundedQueue({ running: 2, waiting: 2 }, full);
  const started: number[] = [];
  const tasks = [0, 1, 2, 3].map(() => task());
  const results = tasks.map(({ done }, n) => queue.run(() => (started.push(n), done.then(() => n))));
  await expect(queue.run(() => Promise.resolve())).rejects.toThrow('full');
  expect([started, queue.length]).toEqual([[0, 1], 2]);
  tasks[1]?.end();
  await results[1];
  await turnEnd();
  expect([started, queue.length]).toEqual([[0, 1, 2], 1]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  expect(await queue.run(() => Promise.resolve('again'))).toBe('again');
});

test('gives the turn of failed work to the next', async () => {
  const queue = new BoundedQueue({ running: 1, waiting: 1 }, full);
  const failed = queue.run(() => Promise.reject(new Error('broken')));
  const next = queue.run(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
