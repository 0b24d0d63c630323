import { streams } from '@guildhall/domain/events.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ServerPoint, ServersResponse } from '@guildhall/domain/wire/schemas/site/servers.js';
import { serversTopic } from '@guildhall/domain/wire/topics.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { createStatus } from '@guildhall/server/status/create-status.js';
import { FakeGameServer, sampleStatus } from '@guildhall/server/testing/games/fake-game-server.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildJavaAccount } from '../../support/site/game-server.js';
import { TestProgram } from '../../support/site/program.js';
import { testSite } from '../../support/site/site.js';

const site = testSite({ live: { presenceIntervalMs: 50 } });
let game: FakeGameServer;
let serverId: number;
beforeAll(async () => {
  const icon = Buffer.from(await createPictureFile('png', 64, 64)).toString('base64');
  game = await FakeGameServer.start({ ...sampleStatus, favicon: `data:image/png;base64,${icon}` });
  const body = { name: 'Kingdoms EU', mode: 'kingdoms', address: game.address };
  serverId = (await site.perform('POST', '/admin/game-servers', body, { as: site.admin })).id;
});
afterAll(() => game.stop());

const pingServers = () => site.services.serverStatuses.exchange(true);
const readPage = async (mode: string) =>
  (await site.send('GET', `/stats/${mode}`, undefined, { prefix: '', headers: { accept: 'text/html' } })).text;
const pingError = async () => {
  const [row] = await site.get<GameServerRow[]>('/admin/game-servers', site.admin);
  return row?.status?.ping?.error;
};
const readShownServer = async () => (await site.get<ServersResponse>('/stats/servers')).servers[0];
/** Pings again, although the next ping is not due. */
async function pingAgain(): Promise<void> {
  const [stored] = await site.services.vault.listServerStatuses();
  if (stored) await site.services.vault.saveServerStatus({ ...stored, dueAt: new Date(0).toISOString() });
  await pingServers();
}

test("shows a game server's status to everyone, but not its address", async () => {
  expect(await readShownServer()).toMatchObject({ state: 'unknown', players: null, version: '', icon: null });
  await pingServers();
  const row = await readShownServer();
  expect(row).toMatchObject({
    id: serverId,
    name: 'Kingdoms EU',
    mode: 'kingdoms',
    edition: 'java',
    state: 'online',
    players: 7,
    max_players: 100,
    reported_players: null,
    version: 'Paper 1.21.4',
    description: [{ text: 'Lobby', colour: 'gold', styles: [] }],
  });
  expect(JSON.stringify(row)).not.toMatch(/127\.0\.0\.1|Anna/);
});

test("serves a game server's picture as an image that cannot run scripts", async () => {
  const { icon = '' } = (await readShownServer()) ?? {};
  const response = await fetch(site.url + icon);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  for (const address of [icon?.replace(/-./, '-f'), '/server-icons/1-0.webp', `/server-icons/${serverId}-.webp`])
    expect((await fetch(site.url + address)).status).toBe(404);
});

test("the header and the mode show the game servers' players", async () => {
  const players = { count: 7, unknown_since: null, counted: true };
  const modes = [{ mode: 'kingdoms', players: 7, unknown_since: null }];
  expect(await site.get<SiteResponse>('/site')).toMatchObject({ players, modes });
});

test("a mode's page contains the current status", async () => {
  for (const mode of ['kingdoms', 'global']) {
    expect(await readPage(mode)).toContain('<li>Kingdoms EU: Online</li>');
    expect(await readPage(mode)).toMatch(/"\/stats\/servers":\{"status":200.+"players":7,/);
  }
  expect(await readPage('battleroyale')).not.toContain('<li>Kingdoms EU');
  expect(await readPage('battleroyale')).toContain('"/stats/players?step=5m&mode=battleroyale":');
  expect(await readPage('chess')).toContain('page not found');
});

test('a second server reads the result, and both send changes to open pages', async () => {
  const second = await site.startSecond();
  const connections = game.connections;
  await Promise.all([pingServers(), second.services.serverStatuses.exchange(false)]);
  expect(game.connections).toBe(connections);
  expect(second.services.serverStatuses.list()).toMatchObject([{ state: 'online', status: { players: 7 } }]);
  const position = `${site.services.historyId}.${await site.readHead()}`;
  const pages = await Promise.all([site.url, second.url].map((url) => TestListener.open(url)));
  for (const page of pages) await page.listen(serversTopic, position);
  game.setPlayers(9);
  await pingAgain();
  await second.services.serverStatuses.exchange(false);
  for (const page of pages)
    await page.waitUntil(() => {
      const row = page.listRows(serversTopic).at(-1);
      return row?.kind === 'servers' && row.servers[0]?.players === 9;
    }, 'the new number');
  for (const page of pages) page.close();
  await second.stop();
});

test('a game server that stops is offline, and one whose name does not resolve is unknown', async () => {
  await game.stop();
  const reportedPlayers = vi.spyOn(site.services.serverStatuses, 'getReportedPlayers').mockReturnValue(0);
  await pingAgain();
  expect(await readShownServer()).toMatchObject({ state: 'online', reported_players: 0 });
  await pingAgain();
  expect(await readShownServer()).toMatchObject({ state: 'offline', reported_players: null });
  expect(await pingError()).toMatch(/^The connection was refused/);
  expect(await readPage('kingdoms')).toContain('<li>Kingdoms EU: Offline</li>');
  expect(JSON.stringify(await readShownServer())).not.toContain('refused');
  reportedPlayers.mockRestore();
  expect(await readShownServer()).toMatchObject({
    state: 'offline',
    players: null,
    latency_ms: null,
    version: 'Paper 1.21.4',
  });
  expect((await site.get<SiteResponse>('/site')).players).toEqual({ count: 0, unknown_since: null, counted: true });
  const body = { name: 'Kingdoms EU', mode: 'kingdoms', address: 'nowhere.invalid' };
  await site.perform('PUT', `/admin/game-servers/${serverId}`, body, { as: site.admin });
  await pingServers();
  const row = await readShownServer();
  expect(row).toMatchObject({ state: 'unknown', version: '' });
  expect(await pingError()).toMatch(/^The (host name does not exist|name server did not respond)$/);
  const unknown = { count: 0, unknown_since: row?.since, counted: true };
  expect((await site.get<SiteResponse>('/site')).players).toEqual(unknown);
});

test('lists a game server without an address once it reports players, without counting them twice', async () => {
  const program = await TestProgram.createForGameServer(site, { mode: 'kingdoms' });
  const { players } = await site.get<SiteResponse>('/site');
  const readRowOnSecond = async () => {
    const second = await site.startSecond();
    await second.services.serverStatuses.exchange(false);
    const { servers } = (await (await fetch(`${second.url}/api/stats/servers`)).json()) as ServersResponse;
    const { players: count } = (await (await fetch(`${second.url}/api/site`)).json()) as SiteResponse;
    await second.stop();
    return [servers.find(({ id }) => id === program.serverId), count.count];
  };
  await program.send('GET', '/game/ledger');
  expect(await readRowOnSecond()).toEqual([undefined, players.count]);
  const report = (kind: string) =>
    program.send('POST', '/game/reports', { items: [{ id: kind, kind, account: buildJavaAccount(1) }] });
  await report('join');
  const row = { pinged: false, state: 'online', mode: 'kingdoms', players: null, reported_players: 1 };
  expect(await readRowOnSecond()).toMatchObject([row, players.count]);
  await report('leave');
  expect(await readRowOnSecond()).toMatchObject([{ ...row, reported_players: 0 }, players.count]);
  expect((await site.send('GET', `/stats/servers/${program.serverId}/history`)).status).toBe(404);
  await site.perform('DELETE', `/admin/game-servers/${program.serverId}`, {}, { as: site.admin });
});

describe('uptime and players', () => {
  const day = '2026-03-01';
  const count = async (minute: number, state: 'online' | 'offline' | 'unknown', players: number | null = null) => {
    const slot = `${day}T10:${String(minute).padStart(2, '0')}:00.000Z`;
    const context = createSystemContext('count-players', slot);
    const servers = { [serverId]: { state, players } };
    await site.services.commands.countPlayers(
      { type: 'CountPlayers', slot, players: null, modes: {}, servers },
      context,
    );
    await site.catchUpViews();
  };
  const readHistory = (query: string) => site.get<ServerPoint[]>(`/stats/servers/${serverId}/history?${query}`);

  test('the history adds up states and players per hour and per day', async () => {
    await count(0, 'online', 4);
    await count(5, 'online', 5);
    await count(10, 'offline');
    await count(15, 'unknown');
    const range = `from=${day}T00:00:00Z&to=${day}T23:00:00Z`;
    const point = { average: 4.5, max: 5, uptime: 0.667 };
    expect(await readHistory(range)).toEqual([{ at: `${day}T00:00:00.000Z`, ...point }]);
    const hours = await readHistory(`${range}&step=1h`);
    expect(hours).toHaveLength(23);
    expect(hours.filter(({ uptime }) => uptime !== null)).toEqual([{ at: `${day}T10:00:00.000Z`, ...point }]);
  });

  test('the history covers 90 days by default, and is refused for unknown servers and longer periods', async () => {
    expect(await readHistory('')).toHaveLength(90);
    expect((await site.send('GET', '/stats/servers/7/history')).status).toBe(404);
    const tooLong = await site.send('GET', `/stats/servers/${serverId}/history?from=2000-01-01T00:00:00Z`);
    expect(tooLong.json).toMatchObject({ code: 'too-many-points' });
  });

  test("records each game server's state once every five minutes", async () => {
    const { logger, site: state, commands, serverStatuses } = site.services;
    // An incomplete round is recorded near the end of its five minutes.
    const getNow = () => Date.UTC(2026, 4, 31, 23, 59);
    const status = createStatus({ site: state, commands, servers: serverStatuses, logger, now: getNow });
    status.start();
    await vi.waitFor(async () => {
      const [event] = await site.services.log.readStream(streams.status('2026-05'));
      expect(event?.data).toEqual({
        slot: '2026-05-31T23:55:00.000Z',
        players: null,
        modes: { kingdoms: null },
        servers: { [serverId]: { state: 'unknown', players: null } },
      });
    });
    await status.stop();
  });
});
