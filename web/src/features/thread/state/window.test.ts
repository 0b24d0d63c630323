import { expect, test } from 'vitest';
import { buildPostRow } from '../../../testing/rows.js';
import { countHidden, estimateOrdinal } from './ordinals.js';
import { wholeGap, splitGap, endOfOrders, isInGap, startOfOrders, listLoadedRanges, trimRows } from './window.js';

const buildRow = (n: number) => buildPostRow(n, '');
const getOrder = (n: number) => buildRow(n).order;
const listRows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => buildRow(from + n));
const gap = { after: getOrder(20), before: getOrder(81) };
const shownRows = [...listRows(1, 20), ...listRows(81, 100)];

test('removes a loaded range from any part of the gaps', () => {
  const remainingGaps = splitGap(wholeGap, startOfOrders, getOrder(20));
  expect(splitGap(remainingGaps, getOrder(81), endOfOrders)).toEqual([gap]);
  expect(splitGap([gap], getOrder(40), getOrder(59))).toEqual([
    { after: getOrder(20), before: getOrder(40) },
    { after: getOrder(59), before: getOrder(81) },
  ]);
  expect(splitGap([gap], getOrder(20), getOrder(40))).toEqual([{ after: getOrder(40), before: getOrder(81) }]);
  expect(splitGap([gap], getOrder(75), getOrder(94))).toEqual([{ after: getOrder(20), before: getOrder(75) }]);
  expect(splitGap([gap], getOrder(20), endOfOrders)).toEqual([]);
  expect(splitGap(remainingGaps, startOfOrders, endOfOrders)).toEqual([]);
});

test('returns the loaded ranges around the gaps', () => {
  const middle = splitGap([gap], getOrder(40), getOrder(59));
  expect(listLoadedRanges(middle)).toEqual([
    { from: startOfOrders, to: getOrder(20) },
    { from: getOrder(40), to: getOrder(59) },
    { from: getOrder(81), to: endOfOrders },
  ]);
  expect(listLoadedRanges([])).toEqual([{ from: startOfOrders, to: endOfOrders }]);
  expect(listLoadedRanges(wholeGap)).toEqual([]);
});

test('hides rows inside a gap and shows those at its edges', () => {
  expect(isInGap([gap], getOrder(50))).toBe(true);
  expect([getOrder(20), getOrder(81), getOrder(101)].map((order) => isInGap([gap], order))).toEqual([
    false,
    false,
    false,
  ]);
});

test('retains rows around the reader and at both ends of a long thread, and nothing in between', () => {
  expect(trimRows(listRows(1, 200), [], getOrder(100))).toEqual({ droppedIds: [], gaps: [] });
  const { droppedIds, gaps } = trimRows(listRows(1, 1_000), [], getOrder(500));
  expect(droppedIds).toHaveLength(800);
  expect(gaps).toEqual([
    { after: getOrder(20), before: getOrder(420) },
    { after: getOrder(579), before: getOrder(981) },
  ]);
  const rowsWithHole = [...listRows(1, 20), ...listRows(201, 500)];
  expect(trimRows(rowsWithHole, [{ after: getOrder(20), before: getOrder(201) }], getOrder(490)).gaps).toEqual([
    { after: getOrder(20), before: getOrder(341) },
  ]);
});

test('numbers replies from the nearest end of the thread, or by their own number between gaps', () => {
  expect(estimateOrdinal(getOrder(7), shownRows, [gap], 100)).toBe(7);
  expect(estimateOrdinal(getOrder(100), shownRows, [gap], 100)).toBe(100);
  expect(estimateOrdinal(getOrder(81), shownRows, [gap], 100)).toBe(81);
  const middle = [...listRows(1, 20), ...listRows(40, 59), ...listRows(81, 100)];
  expect(estimateOrdinal(getOrder(41), middle, splitGap([gap], getOrder(40), getOrder(59)), 100)).toBe(41);
  expect(countHidden(gap, shownRows, 100)).toBe(60);
});
