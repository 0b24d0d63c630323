import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin, everyFlag, buildSectionRow, buildSubsectionRow } from '../../../testing/rows.js';
import { buildGameServerRow } from '../../../testing/staff-rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { BansAsOf, GameServersAsOf, PermissionsAsOf, PlayersAsOf } from './as-of-tables.js';
import { AsOfView } from './as-of-view.js';

const at = '2026-03-01T12:00:00.000Z';
const getCells = (n: number) =>
  [...(screen.getAllByRole('row')[n]?.children ?? [])].map(({ textContent }) => textContent);

test("a past state shows each permission entry's section or subcategory", async () => {
  server.respondWith('GET /forums/sections', [buildSectionRow({ subcategories: [buildSubsectionRow()] })]);
  server.respondWith('GET /admin/roles', []);
  server.respondWith('GET /forums/permissions', [
    { id: 1, section_id: 3, subsection_id: null, role_id: 2, ...everyFlag },
    { id: 2, section_id: null, subsection_id: 31, role_id: 3, ...everyFlag, can_view: false },
  ]);
  await show(<PermissionsAsOf at={at} />, { as: admin });
  await screen.findByText(/Screenshots/);
  expect(getCells(1)[0]).toContain('Builds');
  expect(getCells(2)[0]).toContain('Screenshots');
  expect(getCells(2)[1]).toBe('Guests');
  expect([getCells(1)[2], getCells(2)[2]]).toEqual(['yes', 'no']);
  expect(server.calls('GET /forums/permissions')[0]?.query.get('at')).toBe(at);
});

test('a past state shows when each ban expires', async () => {
  server.respondWith('GET /admin/bans', [
    { user_id: 12, username: 'Bram', reason: 'Spam', until: null, site_only: true },
    { user_id: 13, username: 'Cato', reason: null, until: '2026-04-02T12:00:00.000Z', site_only: false },
  ]);
  await show(<BansAsOf at={at} />, { as: admin });
  await screen.findByText('Bram');
  expect(getCells(1)).toEqual(['Bram', 'permanent (on the site only)', 'Spam']);
  expect(getCells(2)[1]).toMatch(/3 apr/);
  expect(getCells(2)[2]).toBe('none given');
});

const identity = { edition: 'java', login_mode: 'online', head: null, server: null } as const;
const account = { ...identity, former_names: [], seen_at: at };

test('a past state shows the players who were banned in the game, and the ranks of game servers', async () => {
  const by = { id: 1, username: 'Anna' };
  const ban = { reason: 'Grief', until: null, by, at };
  server.respondWith('GET /admin/game-accounts', [
    { id: 5, name: 'Steve', ...account, member: { id: 12, username: 'Bram' }, ban },
    { id: 6, name: 'Alex', ...account, member: null, ban: { ...ban, reason: null, until: '2026-04-02T12:00:00.000Z' } },
  ]);
  await show(<PlayersAsOf at={at} />, { as: admin });
  await screen.findByText('Steve');
  expect(getCells(1)).toEqual(['Steve', 'Bram', 'permanent', 'Grief']);
  expect([getCells(2)[1], getCells(2)[3]]).toEqual(['', 'none given']);
  expect(getCells(2)[2]).toMatch(/3 apr/);
  cleanup();
  server.respondWith('GET /admin/roles', []);
  const fields = { name: 'Survival', address: 'mc.example.org', ranks: [{ role_id: 3, rank: 'visitor' }] };
  const row = buildGameServerRow(90, { ...fields, highest_role_id: 3, bans_on_site: true });
  server.respondWith('GET /admin/game-servers', [row]);
  await show(<GameServersAsOf at={at} />, { as: admin });
  await screen.findByText('Survival');
  expect(getCells(1)).toEqual(['Survival', 'mc.example.org', 'visitor: Guests', 'Guests', 'yes']);
});

test('a past state says so if it shows only the most recent bans in the game', async () => {
  const ban = { reason: null, until: null, by: null, at };
  const listBans = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: n, name: `Player ${n}`, ...account, member: null, ban }));
  const hint = 'Only the 50 most recent bans are shown.';
  server.respondWith('GET /admin/game-accounts', listBans(49));
  await show(<PlayersAsOf at={at} />, { as: admin });
  await screen.findByText('Player 48');
  expect(screen.queryByText(hint)).toBeNull();
  cleanup();
  server.respondWith('GET /admin/game-accounts', listBans(50));
  await show(<PlayersAsOf at={at} />, { as: admin });
  await screen.findByText(hint);
});

test('shows the past state at the time in the URL, or at the time chosen in the form', async () => {
  server.respondWith('GET /admin/bans', []);
  const user = await show(<AsOfView />, { as: admin, at: `/admin/audit?at=${at}&of=bans`, path: '/admin/audit' });
  await screen.findByText('Nobody was banned at that time.');
  expect(server.calls('GET /admin/bans')[0]?.query.get('at')).toBe(at);
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2030-01-01T12:00' } });
  expect(new URLSearchParams(location.search).get('at'), 'typing alone shows nothing else').toBe(at);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const chosenTime = new Date('2030-01-01T12:00').toISOString();
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ at: chosenTime, of: 'bans' });
});

test('asks for a date and time if the URL contains none', async () => {
  await show(<AsOfView />, { as: admin, at: '/admin/audit?at=', path: '/admin/audit' });
  screen.getByText('Choose a date and time to see how things were.');
});
