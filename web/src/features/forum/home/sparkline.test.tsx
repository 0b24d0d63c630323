import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../testing/show.js';
import { buildSparkline } from './sparkline-lines.js';
import { Sparkline } from './sparkline.js';

const listPoints = (...averages: (number | null)[]) =>
  averages.map((average, hour) => ({ at: new Date(2026, 2, 1, hour).toISOString(), average, max: average }));

test('the sparkline describes the range of players for screen readers', async () => {
  await show(<Sparkline points={listPoints(4, 2.6, null, 9.4)} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Players in the last 24 hours: between 3 and 9');
});

test('the sparkline shows a message if there is no data', async () => {
  await show(<Sparkline points={listPoints(null, null)} />);
  expect(screen.getByText('No data for the last 24 hours yet.')).toBeDefined();
});

test('the sparkline runs from edge to edge, with the maximum at the top', () => {
  expect(buildSparkline(listPoints(0, 5, 10), 100, 54)).toEqual([
    [
      { x: 0, y: 54 },
      { x: 50, y: 29 },
      { x: 100, y: 4 },
    ],
  ]);
});

test('the sparkline has a gap for times without data, and no line for a single point', () => {
  const lines = buildSparkline(listPoints(1, 1, null, 2, null, 3, 3), 60, 54);
  expect(lines.map((line) => line.map(({ x }) => x))).toEqual([
    [0, 10],
    [50, 60],
  ]);
});

test('the sparkline is at the bottom if no one plays, and absent without data', () => {
  expect(buildSparkline(listPoints(0, 0), 100, 54)).toEqual([
    [
      { x: 0, y: 54 },
      { x: 100, y: 54 },
    ],
  ]);
  expect(buildSparkline([], 100, 54)).toEqual([]);
});
