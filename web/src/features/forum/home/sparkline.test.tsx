import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../testing/show.js';
import { Sparkline } from './sparkline.js';

const points = (...averages: (number | null)[]) =>
  averages.map((average, hour) => ({ at: new Date(2026, 2, 1, hour).toISOString(), average, max: average }));

test('describes the range of players for screen readers', async () => {
  await show(<Sparkline points={points(4, 2.6, null, 9.4)} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Players in the last 24 hours: between 3 and 9');
});

test('reports that there is no data', async () => {
  await show(<Sparkline points={points(null, null)} />);
  expect(screen.getByText('No data for the last 24 hours yet.')).toBeDefined();
});
