import type { GameServerLedger } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildGameServerRow } from '../../../testing/staff-rows.js';
import { GameServerPage } from './server-page.js';

type EntryRow = GameServerLedger['entries'][number];

const at = '2026-11-21T12:00:00.000Z';
const account = { edition: 'java', login_mode: 'online', uuid: '069a79f4-44e9-4726-a5be-000000000001', name: 'Anna1' };
const buildEntry = (pos: number, more: Partial<EntryRow> = {}): EntryRow => ({
  pos,
  id: `00000000-0000-4000-8000-00000000000${pos}`,
  at,
  kind: 'link',
  data: {},
  origin: null,
  account: account as EntryRow['account'],
  member: { id: 5, username: 'Anna' },
  result: 'waiting',
  error: null,
  ...more,
});

const showPage = () =>
  show(<GameServerPage />, { as: admin, at: '/admin/game-servers/4', path: '/admin/game-servers/:id' });
function open(ledger: Partial<GameServerLedger> = {}) {
  const empty = { server: buildGameServerRow(4), failures: [], entries: [] };
  server.respondWith('GET /admin/game-servers/4/ledger', { ...empty, ...ledger });
  return showPage();
}
const findFact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

test("shows the connection, the server's progress and its last errors", async () => {
  const status = {
    connected_since: null,
    contact_at: at,
    acknowledged: 2,
    acknowledged_at: at,
    head: 5,
    ping: { state: 'offline', since: at, checked_at: at, error: 'The connection was refused' } as const,
  };
  const failures = [{ pos: 2, error: 'Unknown player', at }];
  await open({ server: buildGameServerRow(4, { status }), failures });
  await screen.findByRole('heading', { name: 'Server 4' });
  expect(findFact('Connection')).toMatch(/^Not connected. Last call: 2[12] nov 2026/);
  expect(findFact('Ledger')).toBe('3 entries behind (2 of 5 acknowledged)');
  expect(findFact('Ping')).toMatch(/^Offline since 2[12] nov 2026.*The connection was refused \(2[12] nov/);
  expect(within(screen.getByRole('region', { name: 'Last errors' })).getByText('Unknown player')).toBeDefined();
});

test('lists the changes that the server has to carry out, with their results', async () => {
  const entries = [
    buildEntry(4, {
      kind: 'ban',
      account: null,
      member: null,
      data: { reason: 'Griefing', until: at },
      origin: 'Mila',
    }),
    buildEntry(3, { kind: 'rank.add', data: { rank: 'vip' }, result: 'failed', error: 'No such group' }),
    buildEntry(2, { result: 'acknowledged' }),
  ];
  await open({ entries });
  await screen.findByText('No such group');
  const items = within(screen.getByRole('region', { name: 'Entries' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ban: an account that was erasedEntry 4 · .* · by Mila · until .* · “Griefing”Waiting$/),
    expect.stringMatching(/^Add the rank “vip”: Anna1 \(member Anna\)Entry 3 · .* · by the siteNo such groupFailed$/),
    expect.stringMatching(/^Link: Anna1 \(member Anna\)Entry 2 · .* · by the siteAcknowledged$/),
  ]);
});

test('explains how to connect a server that has never called', async () => {
  const user = await open();
  await screen.findByText(/Choose “New key”, then enter the key in the server’s plugin or program/);
  await user.click(screen.getByRole('button', { name: 'New key' }));
  await screen.findByRole('dialog', { name: 'Create a key for Server 4?' });
});

test('links back to the list if the server does not exist', async () => {
  server.refuse('GET /admin/game-servers/4/ledger', 'not-found');
  await showPage();
  await screen.findByRole('link', { name: 'All game servers' });
});
