import type { GrowthPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { Growth } from './growth.js';

// jsdom has no canvas, so the tests cover the summary and the table.
vi.mock('./draw-plot.js', () => ({ drawPlot: () => () => {} }));
afterEach(() => vi.useRealTimers());

const buildDay = (at: string, registered: number, threads: number, replies: number): GrowthPoint => ({
  at,
  registered,
  verified: 0,
  threads,
  replies,
});

test('the growth chart requests the stated number of days and shows their sum', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-30T10:00:00Z'), toFake: ['Date'] });
  server.respondWith('GET /stats/growth', [buildDay('2026-03-29', 1, 0, 2), buildDay('2026-03-30', 0, 1, 3)]);
  const user = await show(<Growth />, { at: '/stats/global', path: '/stats/:mode' });
  await screen.findAllByText('1 person registered in 30 days.');
  await screen.findAllByText('1 thread and 5 replies in 30 days, in the sections that you can see.');
  expect(server.calls('GET /stats/growth')[0]?.query.get('from')).toBe('2026-03-01');
  await user.click(screen.getByRole('link', { name: '90 days' }));
  await screen.findAllByText('1 person registered in 90 days.');
  await waitFor(() => expect(server.calls('GET /stats/growth').at(-1)?.query.get('from')).toBe('2025-12-31'));
});

test('the growth chart shows a message if there was no activity', async () => {
  server.respondWith('GET /stats/growth', [buildDay('2026-03-30', 2, 0, 0)]);
  await show(<Growth />, { at: '/stats/global', path: '/stats/:mode' });
  await screen.findAllByText('2 people registered in 30 days.');
  expect(screen.getAllByText('No activity in this period.')).toHaveLength(1);
});
