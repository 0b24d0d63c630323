import type { ServerRow } from '@guildhall/domain/wire/schemas/site/servers.js';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../testing/live.js';
import { toRowPosition } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import type { Mode } from './modes.js';
import { Servers } from './servers.js';

vi.mock('./draw-plot.js', () => ({ drawPlot: () => () => {} }));

const lobby: ServerRow = {
  id: 61,
  name: 'Lobby',
  mode: null,
  edition: 'java',
  pinged: true,
  state: 'online',
  since: '2026-11-21T06:00:00.000Z',
  players: 7,
  max_players: 100,
  reported_players: null,
  version: 'Paper 1.21.4',
  description: [{ text: 'Welcome', colour: 'gold', styles: [] }],
  icon: '/server-icons/61-0a1b.webp',
  latency_ms: 12,
};
const kingdoms: ServerRow = {
  ...lobby,
  id: 62,
  name: 'Old Kingdoms',
  mode: 'King_doms',
  state: 'offline',
  players: null,
  latency_ms: null,
  icon: null,
  description: [],
  reported_players: 4,
};
const network: Mode = { name: 'Global', series: null };

async function open(mode = network, servers = [lobby, kingdoms]) {
  server.respondWith('GET /stats/servers', { servers });
  return show(<Servers mode={mode} />, { as: null });
}
const getRow = (name: string) => within(screen.getByRole('heading', { name }).closest('li')!);

test("shows each game server's state, players, version and latency", async () => {
  await open();
  await screen.findByRole('heading', { name: 'Lobby' });
  expect(getRow('Lobby').getByText('Online')).toBeDefined();
  expect(getRow('Lobby').getByText('7 of 100 players · Paper 1.21.4 · 12 ms')).toBeDefined();
  expect(getRow('Old Kingdoms').getByText('Offline')).toBeDefined();
  expect(getRow('Old Kingdoms').getByText('4 players reported by the server · Paper 1.21.4')).toBeDefined();
});

test('shows a game server that only reports its players, without a history', async () => {
  const reportingServer: ServerRow = { ...kingdoms, pinged: false, state: 'online', version: '', reported_players: 0 };
  await open(network, [reportingServer]);
  await screen.findByRole('heading', { name: 'Old Kingdoms' });
  expect(getRow('Old Kingdoms').getByText('Online')).toBeDefined();
  expect(getRow('Old Kingdoms').getByText('0 players reported by the server')).toBeDefined();
  expect(getRow('Old Kingdoms').queryByText(/Uptime/)).toBeNull();
});

test("shows only the mode's game servers, and nothing if there are none", async () => {
  await open({ name: 'Kingdoms', series: 'kingdoms' });
  await screen.findByRole('heading', { name: 'Old Kingdoms' });
  expect(screen.queryByRole('heading', { name: 'Lobby' })).toBeNull();
});

test('updates the game servers live', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Lobby' });
  const servers: ServerRow[] = [{ ...lobby, state: 'unknown' }];
  act(() => live.send('servers', { kind: 'servers', id: 0, pos: toRowPosition(0), servers }));
  await screen.findByText('Status unknown');
  expect(screen.queryByRole('heading', { name: 'Old Kingdoms' })).toBeNull();
});

test("loads a game server's history when it is opened, and rounds its uptime down", async () => {
  const buildPoint = (day: number, uptime: number | null, average: number | null) => ({
    at: `2026-11-0${day}T00:00:00.000Z`,
    average,
    max: average,
    uptime,
  });
  server.respondWith('GET /stats/servers/61/history', [
    buildPoint(1, 1, 3),
    buildPoint(2, 0.999, 5),
    buildPoint(3, null, null),
  ]);
  await open();
  await screen.findByRole('heading', { name: 'Lobby' });
  expect(server.calls('GET /stats/servers/61/history')).toEqual([]);
  const details = getRow('Lobby').getByText('Uptime and players over the last 90 days').closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await screen.findByText('Online 99,9% of the time, measured over 2 days.');
  expect(screen.getByTitle('3 nov 2026: unknown')).toBeDefined();
  expect(screen.getAllByText(/4 players on average; the peak was 5, 2 nov 2026/).length).toBeGreaterThan(0);
});
