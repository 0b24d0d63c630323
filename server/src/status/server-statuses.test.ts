import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeServerIcon } from '../pictures/encode-picture.js';
import { FakeGameServer, isPing, encodePacket, sampleStatus } from '../testing/games/fake-game-server.js';
import { createPictureFile } from '../testing/picture-files.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { VaultUnavailable, type Vault } from '../vault/vault.js';
import { pingServer } from './pings/ping-server.js';
import { ServerStatuses, type PingedServer, type ReportedPresence } from './server-statuses.js';

const logger = pino({ level: 'silent' });
const start = Date.UTC(2026, 10, 21, 12);

let folder: string;
let now: number;
let vaults: Vault[];
let game: FakeGameServer;
let servers: PingedServer[];
let presences: Map<number, ReportedPresence>;
beforeEach(async () => {
  [folder, now, vaults] = [createTemporaryFolder(), start, []];
  game = await FakeGameServer.start();
  servers = [createServer(61, game.address)];
  presences = new Map([[61, { players: 9, contactAt: new Date(start).toISOString() }]]);
});
afterEach(async () => {
  for (const vault of vaults) await vault.close();
  await game.stop();
});

const createServer = (serverId: number, address: string): PingedServer => ({
  serverId,
  name: `Lobby ${serverId}`,
  mode: 'kingdoms',
  address,
  edition: 'java',
});

/** Each call opens what acts like another Guildhall server. */
async function open(ping: typeof pingServer = pingServer) {
  const vault = await openSqliteVault(join(folder, 'vault.db'));
  vaults.push(vault);
  const readPresence = vi.fn((id: number) => Promise.resolve(presences.get(id) ?? null));
  const statuses = new ServerStatuses({
    vault,
    logger,
    ping,
    readPresence,
    encodeIcon: encodeServerIcon,
    listServers: () => servers,
    now: () => now,
  });
  return { vault, statuses, readPresence };
}

test('only the server with the lease pings, and the other one reads the result', async () => {
  const [first, second] = [await open(), await open()];
  for (let n = 0; n < 5; n++) {
    await Promise.all([first.statuses.exchange(true), second.statuses.exchange(false)]);
    now += 5_000;
  }
  expect(game.connections).toBe(1);
  expect(second.statuses.list()).toEqual(first.statuses.list());
  expect(second.statuses.list()).toMatchObject([
    { state: 'online', since: new Date(start).toISOString(), status: { players: 7, version: 'Paper 1.21.4' } },
  ]);
  expect(second.statuses.getReportedPlayers(61)).toBe(9);
  expect(second.readPresence).toHaveBeenCalledTimes(1);
});

test('pings every 30 seconds, and a server that takes over continues with the same interval', async () => {
  const [first, second] = [await open(), await open()];
  await first.statuses.exchange(true);
  now += 20_000;
  await second.statuses.exchange(true);
  expect(game.connections).toBe(1);
  game.setPlayers(8);
  now += 15_000;
  await second.statuses.exchange(true);
  expect(game.connections).toBe(2);
  expect(second.statuses.list()).toMatchObject([{ status: { players: 8 } }]);
});

test('lists a server without an address while it reports its players, and never as offline', async () => {
  const { statuses } = await open();
  const formatNow = () => new Date(now).toISOString();
  servers = [createServer(62, ''), createServer(63, '')];
  presences.set(62, { players: 0, contactAt: formatNow(), connectedAt: formatNow() });
  await statuses.exchange(true);
  const expectedRow = { server: { serverId: 62 }, since: new Date(start).toISOString() };
  expect(statuses.listReporting()).toMatchObject([{ ...expectedRow, state: 'online' }]);
  expect([statuses.list(), statuses.getReportedPlayers(62)]).toEqual([[], 0]);
  now += 120_000;
  expect(statuses.listReporting()).toMatchObject([{ ...expectedRow, state: 'unknown' }]);
  expect(statuses.getReportedPlayers(62)).toBeNull();
  presences.clear();
  await statuses.exchange(true);
  expect(statuses.listReporting()).toEqual([]);
});

test('a game server that is no longer pinged becomes unknown instead of offline', async () => {
  const [first, second] = [await open(), await open()];
  await first.statuses.exchange(true);
  await second.statuses.exchange(false);
  now += 100_000;
  expect(second.statuses.list()).toMatchObject([{ state: 'online' }]);
  now += 40_000;
  await second.statuses.exchange(false);
  const [listedServer] = second.statuses.list();
  expect(listedServer).toMatchObject({ state: 'unknown', since: listedServer?.status?.dueAt });
  await second.statuses.exchange(true);
  expect(second.statuses.list()).toMatchObject([{ state: 'online' }]);
});

test('pings a changed address immediately, forgets removed game servers, and skips those without an address', async () => {
  const { statuses, vault } = await open();
  servers.push(createServer(62, game.address), createServer(63, ''));
  await statuses.exchange(true);
  expect(statuses.list().map(({ state }) => state)).toEqual(['online', 'online']);
  const other = await FakeGameServer.start({ ...sampleStatus, players: { online: 1, max: 2 } });
  servers = [createServer(61, other.address)];
  expect(statuses.list()).toMatchObject([{ server: { serverId: 61 } }]);
  await statuses.exchange(true);
  expect(statuses.list()).toMatchObject([{ state: 'online', status: { players: 1 } }]);
  expect((await vault.listServerStatuses()).map(({ id }) => id)).toEqual([61]);
  expect([game.connections, other.connections]).toEqual([2, 1]);
  servers = [];
  await statuses.exchange(true);
  expect([statuses.list(), await vault.listServerStatuses()]).toEqual([[], []]);
  await other.stop();
});

test('runs at most eight pings at a time, stores each result immediately, and notifies listeners once', async () => {
  let [running, max] = [0, 0];
  const releases: (() => void)[] = [];
  const { statuses } = await open(async (target, edition, stopping) => {
    max = Math.max(max, ++running);
    if (target.port !== game.port) await new Promise<void>((resolve) => releases.push(resolve));
    running--;
    return pingServer({ host: '127.0.0.1', port: game.port }, edition, stopping);
  });
  const changed = vi.fn();
  statuses.onChange(changed);
  servers = [
    ...Array.from({ length: 20 }, (_, n) => createServer(n + 1, `127.0.0.1:${n + 1}`)),
    createServer(61, game.address),
  ];
  servers.reverse();
  const exchangeResult = statuses.exchange(true);
  await vi.waitFor(() => expect(statuses.list()[0]).toMatchObject({ state: 'online' }));
  expect(changed).not.toHaveBeenCalled();
  await vi.waitFor(() => {
    for (const release of releases.splice(0)) release();
    expect(statuses.list().every(({ state }) => state === 'online')).toBe(true);
  });
  await exchangeResult;
  expect(max).toBe(8);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('encodes a picture again only after it has changed, and rejects one that is not a small PNG', async () => {
  const { statuses } = await open();
  const show = async (bytes: Uint8Array) => {
    game.show({ ...sampleStatus, favicon: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` });
    now += 60_000;
    await statuses.exchange(true);
    return statuses.list()[0]?.status;
  };
  const png = await createPictureFile('png', 64, 64);
  const firstStatus = await show(png);
  const icon = Buffer.from(firstStatus?.icon ?? '', 'base64');
  expect(icon.toString('latin1')).toMatch(/^RIFF[^]{4}WEBP/);
  expect(statuses.getIcon(61, firstStatus?.iconHash ?? '')).toEqual(icon);
  expect(statuses.getIcon(61, '0'.repeat(32))).toBeNull();
  expect((await show(png))?.icon).toBe(firstStatus?.icon);
  expect((await show(await createPictureFile('webp', 64, 64)))?.icon).toBeNull();
  expect((await show(await createPictureFile('png', 600, 600)))?.icon).toBeNull();
  expect((await show(png.subarray(0, 60)))?.icon).toBeNull();
  expect(statuses.list()[0]?.state).toBe('online');
});

test('states become unknown while the vault is unavailable', async () => {
  const { statuses, vault } = await open();
  await statuses.exchange(true);
  vi.spyOn(vault, 'listServerStatuses').mockRejectedValue(new VaultUnavailable('away'));
  now += 200_000;
  await statuses.exchange(true);
  expect(statuses.list()).toMatchObject([{ state: 'unknown' }]);
  expect(game.connections).toBe(1);
});

test('stopping during a ping ends it and stores nothing', async () => {
  const { statuses, vault } = await open();
  game.onData(() => undefined);
  const exchangeResult = statuses.exchange(true);
  await vi.waitFor(() => expect(game.connections).toBe(1));
  statuses.stop();
  await exchangeResult;
  expect(await vault.listServerStatuses()).toEqual([]);
});

test('hostile game servers cannot make the stored statuses grow', async () => {
  const { statuses, vault } = await open();
  const huge = {
    version: { name: 'x'.repeat(5_000) },
    description: { extra: Array(900).fill({ text: '§ax§by', color: 'red' }) },
  };
  game.onData((socket, bytes) => socket.write(isPing(bytes) ? bytes : encodePacket(JSON.stringify(huge))));
  await statuses.exchange(true);
  const [stored] = await vault.listServerStatuses();
  expect(stored?.state).toBe('online');
  expect(JSON.stringify(stored).length).toBeLessThan(8_000);
});
