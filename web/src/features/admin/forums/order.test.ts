import { expect, test } from 'vitest';
import { idsOf, sortByIds, moveItem } from './order.js';

const rows = [{ id: 1 }, { id: 2, deleted: true as const }, { id: 3 }, { id: 4 }];

test('moves an id to its new index among the others', () => {
  expect(moveItem([1, 3, 4], 4, 0)).toEqual([4, 1, 3]);
  expect(moveItem([1, 3, 4], 1, 1)).toEqual([3, 1, 4]);
  expect(moveItem([1, 3, 4], 1, 2)).toEqual([3, 4, 1]);
});

test('sorts existing rows by their ids, with deleted ones at the end', () => {
  expect(idsOf(rows)).toEqual([1, 3, 4]);
  expect(sortByIds(rows, [4, 1, 3]).map(({ id }) => id)).toEqual([4, 1, 3, 2]);
});
