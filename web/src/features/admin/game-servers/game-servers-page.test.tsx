import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { admin } from '../../../testing/rows.js';
import { server } from '../../../testing/server.js';
import { show } from '../../../testing/show.js';
import { buildGameServerRow, gameServerTemplates as templates } from '../../../testing/staff-rows.js';
import { GameServersPage } from './game-servers-page.js';

const role = { description: '', color: null, permissions: [], default: true, holders: 1 };

beforeEach(() => {
  // The page reads no other settings.
  const settings = { status_modes: [{ mode: 'Sky Block', status_url: 'https://status.example' }] } as SettingsResponse;
  server.respondWith('GET /admin/settings', settings);
  server.respondWith('GET /admin/roles', [
    { id: 1, name: 'Admin', display_name: 'Admin', ...role },
    { id: 2, name: 'Member', display_name: 'Member', ...role },
    { id: 77, name: 'VIP', display_name: 'VIP', ...role },
  ]);
});

const open = (...rows: GameServerRow[]) => {
  server.respondWith('GET /admin/game-servers', rows);
  return show(<GameServersPage />, { as: admin, at: '/', path: '/' });
};

test('lists the servers with mode, address and edition', async () => {
  await open(
    buildGameServerRow(1, { mode: 'kingdoms', address: 'mc.example.org', edition: 'both' }),
    buildGameServerRow(2),
  );
  const items = within(await screen.findByRole('list', { name: 'Game servers' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Server 1kingdoms · mc.example.org · Java and Bedrock'),
    expect.stringContaining('Server 2No game mode · not pinged · Java'),
  ]);
});

test("shows each server's connection and progress, with a link to its page", async () => {
  const at = '2026-11-21T12:00:00.000Z';
  const common = { contact_at: at, acknowledged_at: at, head: 5 };
  const ping = { state: 'offline', since: at, checked_at: at, error: null } as const;
  await open(
    buildGameServerRow(1, { status: { ...common, connected_since: at, acknowledged: 5, ping: null } }),
    buildGameServerRow(2, { status: { ...common, connected_since: null, acknowledged: 4, ping } }),
    buildGameServerRow(3),
  );
  const items = within(await screen.findByRole('list', { name: 'Game servers' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Connected since 2[12] nov 2026.*Up to date/),
    expect.stringMatching(/Not connected. Last call: 2[12] nov 2026.*1 entry behindPing: Offline/),
    expect.stringContaining('Has never connected'),
  ]);
  expect(screen.getByRole('link', { name: 'Server 2' }).getAttribute('href')).toBe('/admin/game-servers/2');
});

test('adds a server with its ranks', async () => {
  const user = await open();
  await screen.findByText(/There are no game servers yet/);
  await user.click(screen.getByRole('button', { name: 'Add game server' }));
  await user.type(await screen.findByLabelText('Name'), 'Survival');
  await screen.findByRole('option', { name: 'Sky Block' });
  await user.selectOptions(screen.getByLabelText('Game mode'), 'kingdoms');
  await user.type(screen.getByLabelText('Ranks'), 'vip = vip_plus');
  await user.selectOptions(screen.getByLabelText('Highest role'), 'VIP');
  expect(screen.queryByRole('option', { name: 'Admin' })).toBeNull();
  server.respondWith('POST /admin/game-servers', { success: true, id: 9 });
  server.respondWith('GET /admin/game-servers', [buildGameServerRow(9, { name: 'Survival' })]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Survival');
  expect(server.calls('POST /admin/game-servers').map(({ body }) => body)).toMatchObject([
    { name: 'Survival', mode: 'kingdoms', ranks: [{ role_id: 77, rank: 'vip_plus' }], highest_role_id: 77, templates },
  ]);
});

test('explains which rank is invalid, and does not save it', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add game server' }));
  await user.type(await screen.findByLabelText('Name'), 'Survival');
  await user.type(screen.getByLabelText('Ranks'), 'VIP = vip{enter}Nobody = x');
  await screen.findByText(/“Nobody = x” must have the form/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.calls('POST /admin/game-servers')).toEqual([]);
});

test('an edit sends the version and all unchanged fields', async () => {
  const row = buildGameServerRow(4, {
    ranks: [{ role_id: 77, rank: 'vip' }],
    address: 'a.example',
    bans_on_site: true,
  });
  const user = await open(row);
  await user.click(await screen.findByRole('button', { name: 'Edit: Server 4' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Ranks')).value).toBe('VIP = vip');
  await user.clear(screen.getByLabelText('Ban'));
  await user.type(screen.getByLabelText('Ban'), 'tempban');
  server.respondWith('PUT /admin/game-servers/4', { success: true, id: 4 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const { id: _id, version: _version, status: _status, ...fields } = row;
  const [call] = server.calls('PUT /admin/game-servers/4');
  expect(call?.body).toEqual({ ...fields, templates: { ...templates, ban: 'tempban' } });
  expect(call?.version).toBe('"3"');
});

test('shows a new key once, with the lines for the plugin', async () => {
  const user = await open(buildGameServerRow(4));
  await user.click(await screen.findByRole('button', { name: 'New key: Server 4' }));
  server.respondWith('POST /admin/keys', { success: true, id: 60, key: 'ghld_api_secret' });
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Key')).value).toBe('ghld_api_secret');
  expect(screen.getByLabelText<HTMLTextAreaElement>('For NamelessMC’s plugin').value.split('\n').slice(0, 4)).toEqual([
    '# main.yaml',
    'api:',
    `  url: "${location.origin}/index.php?route=/api/v2/"`,
    '  key: "ghld_api_secret"',
  ]);
  expect(server.calls('POST /admin/keys').map(({ body }) => body)).toMatchObject([
    { name: 'Server 4', scopes: ['game'], game_server_id: 4, role_id: 2 },
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('ghld_api_secret')).toBeNull();
});

test('removes a server only after a confirmation', async () => {
  const user = await open(buildGameServerRow(4));
  await user.click(await screen.findByRole('button', { name: 'Remove: Server 4' }));
  await screen.findByText(/keys stop working immediately/);
  server.respondWith('DELETE /admin/game-servers/4', { success: true, id: 4 });
  server.respondWith('GET /admin/game-servers', []);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/There are no game servers yet/);
});
