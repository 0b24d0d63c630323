import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Limiter } from './limiter.js';

const createRefusal = () => new Error('full');
const buildTask = () => {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { done: work, end };
};

test('runs a limited number of tasks at once, queues others in order and rejects the rest', async () => {
  const limiter = new Limiter({ running: 2, waiting: 2, refusal: createRefusal });
  const startedWork: number[] = [];
  const tasks = [0, 1, 2, 3].map(() => buildTask());
  const results = tasks.map(({ done }, n) => limiter.run(() => (startedWork.push(n), done.then(() => n))));
  await expect(limiter.run(() => Promise.resolve())).rejects.toThrow('full');
  expect([startedWork, limiter.waiting]).toEqual([[0, 1], 2]);
  tasks[1]?.end();
  await results[1];
  await nextTurn();
  expect([startedWork, limiter.waiting]).toEqual([[0, 1, 2], 1]);
  for (const { end } of tasks) end();
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
  expect(await limiter.run(() => 'again')).toBe('again');
});

test('a failed task frees its slot for the next one', async () => {
  const limiter = new Limiter({ running: 1, waiting: 1, refusal: createRefusal });
  const failingRun = limiter.run(() => {
    throw new Error('broken');
  });
  const next = limiter.run(() => Promise.resolve('next'));
  await expect(failingRun).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('runs tasks with the same key one by one, but other tasks concurrently', async () => {
  const limiter = new Limiter({ running: 1 });
  const startedTasks: string[] = [];
  const [first, second] = [buildTask(), buildTask()];
  const workItems = [
    limiter.run(() => (startedTasks.push('1 a'), first.done), 1),
    limiter.run(() => (startedTasks.push('1 b'), second.done), 1),
    limiter.run(() => void startedTasks.push('2'), 2),
  ];
  await workItems[2];
  expect(startedTasks).toEqual(['1 a', '2']);
  first.end();
  await workItems[0];
  await nextTurn();
  expect(startedTasks).toEqual(['1 a', '2', '1 b']);
  second.end();
  await Promise.all(workItems);
});

test('limits the running tasks per key and frees each slot only once', () => {
  const limiter = new Limiter({ running: 2 });
  expect([1, 2, 3].map(() => limiter.tryEnter('a'))).toEqual([true, true, false]);
  expect(limiter.tryEnter('b')).toBe(true);
  limiter.leave('a');
  expect([1, 2].map(() => limiter.tryEnter('a'))).toEqual([true, false]);
});
