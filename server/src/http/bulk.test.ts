import { Refusal } from '@guildhall/domain/refusals.js';
import { expect, test } from 'vitest';
import { bulkIds, runInBulk } from './bulk.js';

test('a bulk call yields to other work between its commands', async () => {
  let turnCount = 0;
  const next = () => {
    turnCount++;
    timer = setImmediate(next);
  };
  let timer = setImmediate(next);
  const turns: number[] = [];
  const ids = Array.from({ length: 100 }, (_, n) => n + 1);
  const { results } = await runInBulk(ids, async () => {
    turns.push(turnCount);
    return { position: null, eventIds: [] };
  });
  clearImmediate(timer);
  expect(results.map(({ id }) => id)).toEqual(ids);
  expect(new Set(turns).size).toBe(100);
});

test('a bulk call fails with the first unexpected error after starting all commands', async () => {
  const startedIds: number[] = [];
  const failingRun = runInBulk([1, 2, 3], async (id) => {
    startedIds.push(id);
    throw new Error(`broken ${id}`);
  });
  await expect(failingRun).rejects.toThrow('broken 1');
  expect(startedIds).toEqual([1, 2, 3]);
});

test('rejects duplicate ids in a bulk call, even if written differently', () => {
  expect(bulkIds.safeParse([1, '2', 3]).success).toBe(true);
  expect(bulkIds.safeParse([1, 2, '1']).success).toBe(false);
});

test('a bulk call returns refusals as results, and the write that is last in the log', async () => {
  const positions = [3, 9, null, 7].map((n) => n && String(n).padStart(20, '0'));
  const { results, last } = await runInBulk([1, 2, 3, 4], (id) => {
    const position = positions[id - 1];
    if (!position) return Promise.reject(new Refusal('not-found'));
    return Promise.resolve({ position, eventIds: [`event of ${id}`] });
  });
  expect(last).toEqual({ position: positions[1], eventIds: ['event of 2'] });
  expect(results.map(({ id, success }) => [id, success])).toEqual([
    [1, true],
    [2, true],
    [3, false],
    [4, true],
  ]);
});

test('a bulk call fails if one target is unavailable, so that it can be retried', async () => {
  const run = (id: number) =>
    id === 2 ? Promise.reject(new Refusal('unavailable')) : Promise.resolve({ position: null, eventIds: [] });
  await expect(runInBulk([1, 2, 3], run)).rejects.toMatchObject({ code: 'unavailable' });
});
