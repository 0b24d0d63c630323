import { expect, test } from 'vitest';
import { postRow } from '../../../testing/rows.js';
import { countHidden, estimateOrdinal } from './ordinals.js';
import { wholeGap, splitGap, endOfOrders, isInGap, startOfOrders, listLoadedRanges, trimRows } from './window.js';

const row = (n: number) => postRow(n, '');
const order = (n: number) => row(n).order;
const listRows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => row(from + n));
const gap = { after: order(20), before: order(81) };
const shown = [...listRows(1, 20), ...listRows(81, 100)];

test('removes a loaded range from any part of the gaps', () => {
  const first = splitGap(wholeGap, startOfOrders, order(20));
  expect(splitGap(first, order(81), endOfOrders)).toEqual([gap]);
  expect(splitGap([gap], order(40), order(59))).toEqual([
    { after: order(20), before: order(40) },
    { after: order(59), before: order(81) },
  ]);
  expect(splitGap([gap], order(20), order(40))).toEqual([{ after: order(40), before: order(81) }]);
  expect(splitGap([gap], order(75), order(94))).toEqual([{ after: order(20), before: order(75) }]);
  expect(splitGap([gap], order(20), endOfOrders)).toEqual([]);
  expect(splitGap(first, startOfOrders, endOfOrders)).toEqual([]);
});

test('returns the loaded ranges around the gaps', () => {
  const middle = splitGap([gap], order(40), order(59));
  expect(listLoadedRanges(middle)).toEqual([
    { from: startOfOrders, to: order(20) },
    { from: order(40), to: order(59) },
    { from: order(81), to: endOfOrders },
  ]);
  expect(listLoadedRanges([])).toEqual([{ from: startOfOrders, to: endOfOrders }]);
  expect(listLoadedRanges(wholeGap)).toEqual([]);
});

test('hides rows inside a gap and shows those at its edges', () => {
  expect(isInGap([gap], order(50))).toBe(true);
  expect([order(20), order(81), order(101)].map((one) => isInGap([gap], one))).toEqual([false, false, false]);
});

test('retains rows around the reader and at both ends of a long thread, and nothing in between', () => {
  expect(trimRows(listRows(1, 200), [], order(100))).toEqual({ dropped: [], gaps: [] });
  const { dropped, gaps } = trimRows(listRows(1, 1_000), [], order(500));
  expect(dropped).toHaveLength(800);
  expect(gaps).toEqual([
    { after: order(20), before: order(420) },
    { after: order(579), before: order(981) },
  ]);
  const rowsWithHole = [...listRows(1, 20), ...listRows(201, 500)];
  expect(trimRows(rowsWithHole, [{ after: order(20), before: order(201) }], order(490)).gaps).toEqual([
    { after: order(20), before: order(341) },
  ]);
});

test('numbers replies from the nearest end of the thread, or by their own number between gaps', () => {
  expect(estimateOrdinal(order(7), shown, [gap], 100)).toBe(7);
  expect(estimateOrdinal(order(100), shown, [gap], 100)).toBe(100);
  expect(estimateOrdinal(order(81), shown, [gap], 100)).toBe(81);
  const middle = [...listRows(1, 20), ...listRows(40, 59), ...listRows(81, 100)];
  expect(estimateOrdinal(order(41), middle, splitGap([gap], order(40), order(59)), 100)).toBe(41);
  expect(countHidden(gap, shown, 100)).toBe(60);
});
