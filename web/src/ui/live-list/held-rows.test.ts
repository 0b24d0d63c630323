import { expect, test } from 'vitest';
import { holdRows } from './held-rows.js';

const getKey = (row: string): string => row.slice(0, 1);
const noKeys: ReadonlySet<string> = new Set();

/** In `held` and `current`, the first letter is the key and the rest is the content. A blank row is `-`. */
const cases: [title: string, held: string, current: string, expected: string, updates: number][] = [
  ['nothing changes', 'a b c', 'a b c', 'a b c', 0],
  ['rows change in place', 'a b c', 'a b2 c', 'a b2 c', 0],
  ['a row comes first', 'a b c', 'n a b c', 'a b c', 1],
  ['a row comes between', 'a b c', 'a n b c', 'a b c', 1],
  ['rows come below', 'a b c', 'a b c n m', 'a b c n m', 0],
  ['a row is gone', 'a b c', 'a c', 'a - c', 1],
  ['a row moves up', 'a b c', 'c3 a b', 'a b c3', 1],
  ['a row moves down', 'a b c', 'b c a', 'a b c', 1],
  ['two rows move', 'a b c d', 'd c a b', 'a b c d', 2],
  ['one comes, one is gone and one moves', 'a b c d', 'd n a c', 'a - c d', 3],
  ['all are gone', 'a b', '', '- -', 2],
  ['the first rows come', '', 'a b', 'a b', 0],
];

test.for(cases)('no row of a held list moves when %s', ([, held, current, expected, updates]) => {
  const listRows = (text: string) => text.split(' ').filter(Boolean);
  const result = holdRows({ rows: listRows(held), lostKeys: noKeys }, listRows(current), getKey);
  expect(result.displayedRows.map(({ row, blank }) => (blank ? '-' : row)).join(' ')).toBe(expected);
  expect(result.updates).toBe(updates);
});

test('a held list retains a row that others pushed out, but not a removed row', () => {
  const pushedOutRows = holdRows({ rows: ['a', 'b'], lostKeys: noKeys }, ['n', 'a'], getKey, () => false);
  expect(pushedOutRows.displayedRows.map(({ blank }) => blank)).toEqual([false, false]);
  const lostRows = holdRows({ rows: ['a', 'b'], lostKeys: new Set(['b']) }, ['n', 'a'], getKey, () => false);
  expect(lostRows.displayedRows.map(({ blank }) => blank)).toEqual([false, true]);
  const back = holdRows({ rows: ['a', 'b'], lostKeys: new Set(['b']) }, ['a', 'b'], getKey, () => false);
  expect(back.displayedRows.map(({ blank }) => blank)).toEqual([false, false]);
});
