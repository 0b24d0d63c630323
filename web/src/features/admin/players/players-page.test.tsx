import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { live } from '../../../testing/live.js';
import { admin, buildMe, toRowPosition, buildSuccessResponse } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { PlayersPage } from './players-page.js';

const at = '2026-03-01T12:00:00.000Z';
const buildPlayer = (id: number, name: string, more: Partial<PlayerRow> = {}): PlayerRow => ({
  id,
  name,
  edition: 'java',
  head: null,
  login_mode: 'online',
  former_names: [],
  seen_at: at,
  server: null,
  member: null,
  ban: null,
  ...more,
});
const ban = { reason: 'Griefing', until: null, by: { id: 90, username: 'Game server Survival' }, at };

const open = (rows: PlayerRow[], as = admin) => {
  server.respondWith('GET /admin/game-accounts', rows);
  return show(<PlayersPage />, { as, at: '/admin/players', path: '/admin/players', sections: [] });
};
const getLastBody = (action: 'ban' | 'unban') => server.calls(`POST /admin/game-accounts/5/${action}`).at(-1)?.body;

test('first shows the latest bans, with who imposed them, and can lift them', async () => {
  const user = await open([buildPlayer(5, 'Griefer', { ban })]);
  const item = within(await screen.findByRole('list', { name: 'Players' })).getByRole('listitem');
  expect(item.textContent).toMatch(/Griefer.*Not linked.*Banned permanently\W*by \W*Game server Survival.*“Griefing”/);
  expect(within(item).getByRole('link').getAttribute('href')).toBe('/admin/audit?target=player:5');
  await user.click(within(item).getByRole('button', { name: /^Unban/ }));
  const dialog = within(await screen.findByRole('dialog'));
  server.respondWith('POST /admin/game-accounts/5/unban', { ...buildSuccessResponse({ acts: ['a1'] }), id: 5 });
  server.respondWith('GET /admin/game-accounts', []);
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Said sorry');
  await user.click(dialog.getByRole('button', { name: 'Unban' }));
  await screen.findByText('No player is banned in the game.');
  expect(getLastBody('unban')).toEqual({ reason: 'Said sorry' });
  server.respondWith('POST /admin/audit/a1/undo', buildSuccessResponse());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls('POST /admin/audit/a1/undo')).toHaveLength(1));
});

test('finds players by name, and bans one permanently', async () => {
  const user = await open([]);
  const member = { id: 12, username: 'Bram' };
  const player = buildPlayer(5, 'Steve', { member, former_names: [{ name: 'Old', until: at }], server: 'Lobby' });
  server.respondWith('GET /admin/game-accounts', [player]);
  await user.type(screen.getByRole('searchbox', { name: 'Search by the start of the name' }), 'ste');
  const item = await screen.findByText('Steve').then((name) => name.closest('li'));
  expect(server.calls('GET /admin/game-accounts').at(-1)?.query.get('search')).toBe('ste');
  expect(item?.textContent).toMatch(/offline mode on \W*Lobby.*Linked to Bram.*Formerly \W*Old/);
  await user.click(screen.getByRole('button', { name: /^Ban/ }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/Bram can still use the site/);
  await user.click(dialog.getByRole('radio', { name: 'Permanent' }));
  server.refuse('POST /admin/game-accounts/5/ban', 'forbidden');
  await user.click(dialog.getByRole('button', { name: 'Ban' }));
  await dialog.findByRole('alert');
  server.respondWith('POST /admin/game-accounts/5/ban', { ...buildSuccessResponse({ acts: ['a1'] }), id: 5 });
  await user.click(dialog.getByRole('button', { name: 'Ban' }));
  await screen.findByText(/is banned permanently\.$/);
  expect(getLastBody('ban')).toEqual({ until: null });
});

test('shows a new ban when the audit log has its entry', async () => {
  server.respondWith('GET /admin/audit', []);
  await open([]);
  await screen.findByText('No player is banned in the game.');
  await waitFor(() => expect(live.joined('audit')).toBe(true));
  server.respondWith('GET /admin/game-accounts', [buildPlayer(5, 'Griefer', { ban })]);
  live.send('audit', { kind: 'list', id: 5, pos: toRowPosition(120) });
  await screen.findByText('Griefer');
});

test('staff who cannot view the audit log see a new ban after half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open([], buildMe('Mo', 14, { permissions: ['access_admin_panel', 'ban_accounts'] }));
  await screen.findByText('No player is banned in the game.');
  server.respondWith('GET /admin/game-accounts', [buildPlayer(5, 'Griefer', { ban })]);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await screen.findByText('Griefer');
});
