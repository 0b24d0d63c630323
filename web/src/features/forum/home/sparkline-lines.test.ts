import { expect, test } from 'vitest';
import { linesOf } from './sparkline-lines.js';

const points = (...averages: (number | null)[]) => averages.map((average) => ({ at: '', average, max: average }));

test('plots from edge to edge, with the maximum at the top', () => {
  expect(linesOf(points(0, 5, 10), 100, 54)).toEqual([
    [
      { x: 0, y: 54 },
      { x: 50, y: 29 },
      { x: 100, y: 4 },
    ],
  ]);
});

test('leaves a gap, not a zero, for a time without data, and draws no line for a single point', () => {
  const lines = linesOf(points(1, 1, null, 2, null, 3, 3), 60, 54);
  expect(lines.map((line) => line.map(({ x }) => x))).toEqual([
    [0, 10],
    [50, 60],
  ]);
});

test('draws a line at the bottom when no one plays, and none without data', () => {
  expect(linesOf(points(0, 0), 100, 54)).toEqual([
    [
      { x: 0, y: 54 },
      { x: 100, y: 54 },
    ],
  ]);
  expect(linesOf([], 100, 54)).toEqual([]);
});
