import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSite } from '../../shared/state/site.js';
import { admin, anna, buildPerson, toRowPosition } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { Leaders } from './leaders.js';
import type { Mode } from './modes.js';
import { Players } from './players.js';
import { Plot } from './plot.js';

// jsdom has no canvas, so the tests cover the numbers around the plot.
vi.mock('./draw-plot.js', () => ({ drawPlot: () => () => {} }));

const network: Mode = { name: 'Global', series: null };
const kingdoms: Mode = { name: 'Kingdoms', series: 'kingdoms' };
const buildSite = (counted: boolean) => ({
  pos: toRowPosition(1),
  players: { count: 40, unknown_since: null, counted },
  modes: [{ mode: 'kingdoms', players: 5, unknown_since: null }],
});

async function open(mode: Mode, as: typeof anna | null = null, counted = true) {
  server.respondWith('GET /stats/players', []);
  const user = await show(<Players mode={mode} />, { as, at: '/stats/global' });
  act(() => useSite.setState(buildSite(counted)));
  await screen.findByText('No data yet.');
  return user;
}

function openTable() {
  const details = screen.getByText('Show as table').closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
}

test('shows the number of players on the whole network', async () => {
  await open(network);
  expect(screen.getByText('40 players online now')).toBeDefined();
});

test("counts only the selected mode's players", async () => {
  await open(kingdoms);
  expect(screen.getByText('5 players online now')).toBeDefined();
  expect(server.calls('GET /stats/players')[0]?.query.get('mode')).toBe('kingdoms');
});

test.each([
  [null, false],
  [anna, false],
  [admin, true],
])('offers to set up player counts only to those with permission', async (as, offered) => {
  await open(network, as, false);
  expect(screen.queryByRole('link', { name: 'Choose a service' }) !== null).toBe(offered);
  expect(screen.queryByText(/online now/)).toBeNull();
});

test('requests longer periods of player counts in larger steps', async () => {
  const user = await open(network);
  const query = () => server.calls('GET /stats/players').at(-1)?.query;
  expect([query()?.get('step'), query()?.get('from')]).toEqual(['5m', null]);
  await user.click(screen.getByRole('link', { name: 'Week' }));
  await screen.findByText('No data yet.');
  expect(query()?.get('step')).toBe('1h');
  expect(query()?.get('from')).not.toBeNull();
});

test('shows the times of player counts in UTC and labels them as UTC', async () => {
  // Shortly before midnight UTC, the next day has begun in every time zone to the east.
  const [at, average, max] = ['2025-11-21T23:30:00.000Z', 4, 9];
  server.respondWith('GET /stats/players', [{ at, average, max }]);
  await show(<Players mode={network} />, { as: null, at: '/stats/global?range=week' });
  expect((await screen.findAllByText(/the peak was 9, 21 nov 2025 \(UTC\)/)).length).toBeGreaterThan(0);
  openTable();
  expect(screen.getByRole('rowheader').textContent).toBe('21 nov 2025');
  expect(screen.getByRole('columnheader', { name: 'Time (UTC)' })).toBeDefined();
});

test('the table shows a count of zero as 0 and a missing count as unknown', async () => {
  const times = [9, 10].map((hour) => new Date(2026, 2, 1, hour));
  const data = { times, series: [{ name: 'Players online', values: [0, null] }] };
  await show(<Plot data={data} summary="Some" kind="line" formatTime={(time) => `${time.getHours()}`} />);
  openTable();
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['0', 'unknown']);
});

test('the members with the most posts do not include those without any', async () => {
  server.respondWith('GET /forums/member-stats', [
    { ...buildPerson(1, 'Ada'), posts: 4 },
    { ...buildPerson(2, 'Bram'), posts: 0 },
  ]);
  await show(<Leaders />);
  await screen.findByText('Ada');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
