import { expect, test } from 'vitest';
import { bulkIds, inBulk } from './bulk.js';

test('A bulk call pauses for other work between its commands', async () => {
  let turn = 0;
  const next = () => {
    turn++;
    timer = setImmediate(next);
  };
  let timer = setImmediate(next);
  const turns: number[] = [];
  const ids = Array.from({ length: 100 }, (_, n) => n + 1);
  const { results } = await inBulk(ids, async () => {
    turns.push(turn);
    return { position: null, eventIds: [] };
  });
  clearImmediate(timer);
  expect(results.map(({ id }) => id)).toEqual(ids);
  expect(new Set(turns).size).toBe(100);
});

test('The first failure that is not a refusal fails the call, after all were started', async () => {
  const begun: number[] = [];
  const failing = inBulk([1, 2, 3], async (id) => {
    begun.push(id);
    throw new Error(`broken ${id}`);
  });
  await expect(failing).rejects.toThrow('broken 1');
  expect(begun).toEqual([1, 2, 3]);
});

test('Its ids are distinct, however they are written', () => {
  expect(bulkIds.safeParse([1, '2', 3]).success).toBe(true);
  expect(bulkIds.safeParse([1, 2, '1']).success).toBe(false);
});
