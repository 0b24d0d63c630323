import type { GameServerLedger, GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildJavaAccount, runLedgers, TestGameServer } from '../../support/site/game-server.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await runLedgers(site);
});
afterAll(() => stop());

const readLedger = (id: number, query = '') =>
  site.get<GameServerLedger>(`/admin/game-servers/${id}/ledger${query}`, site.admin);

/** The ledger begins with the player's link and ban. */
async function createServer() {
  const person = await site.createMember(site.createName());
  await linkAccount(site.services, person.id, { uuid: buildJavaAccount(person.id).uuid, name: person.name });
  const server = await TestGameServer.create(site);
  const readOwnEntries = async () =>
    (await readLedger(server.id)).entries.filter(({ member }) => member?.id === person.id);
  const waitUntil = (kind: string) =>
    vi.waitFor(async () => expect((await readOwnEntries())[0]).toMatchObject({ kind }), { timeout: 20_000 });
  await waitUntil('link');
  await site.perform('POST', `/admin/ban/${person.id}`, { reason: 'Griefing' }, { as: site.admin });
  await waitUntil('ban');
  const acknowledge = (body: object) => server.program.send('POST', '/game/ledger/ack', body);
  return { person, server, until: waitUntil, ack: acknowledge };
}

test("an Admin sees a game server's entries newest first, with the results that it acknowledged", async () => {
  const { person, server, ack } = await createServer();
  const { head } = await server.read();
  const [ban, link] = (await readLedger(server.id)).entries;
  expect([ban, link]).toMatchObject([
    { pos: head, kind: 'ban', data: { reason: 'Griefing' }, account: { name: person.name }, result: 'waiting' },
    { pos: head - 1, kind: 'link', member: { id: person.id, username: person.name }, result: 'waiting', error: null },
  ]);
  await ack({ pos: head, results: [{ id: ban?.id, ok: false, error: 'Unknown player' }] });
  const after = await readLedger(server.id);
  expect(after.entries.slice(0, 2)).toMatchObject([
    { result: 'failed', error: 'Unknown player' },
    { result: 'acknowledged', error: null },
  ]);
  expect(after.failures).toMatchObject([{ pos: head, error: 'Unknown player' }]);
  expect(after.server).toMatchObject({ id: server.id, status: { acknowledged: head, head, ping: null } });
  expect(after.server.status?.connected_since).not.toBeNull();
  await ack({ reset: head - 1, reason: 'Restored from a backup' });
  const { entries, failures } = await readLedger(server.id);
  expect([entries[0]?.result, entries[1]?.result, failures]).toEqual(['waiting', 'acknowledged', []]);
});

test('pages continue before the last entry that was shown, whatever was added since', async () => {
  const { person, server, until } = await createServer();
  const { head } = await server.read();
  const path = `/admin/game-servers/${server.id}/ledger`;
  const firstPage = await site.send('GET', `${path}?limit=1`, undefined, { as: site.admin });
  const [, next = ''] = /<\/api(.+?)>; rel="next"/.exec(String(firstPage.headers['link'])) ?? [];
  await site.perform('POST', `/admin/unban/${person.id}`, {}, { as: site.admin });
  await until('unban');
  const { entries } = await site.get<GameServerLedger>(next, site.admin);
  expect(entries.map(({ pos }) => pos)).toEqual([head - 1]);
  expect((await readLedger(server.id, '?cursor=1')).entries).toEqual([]);
  expect((await readLedger(server.id, '?cursor=900000')).entries[0]).toMatchObject({ pos: head + 1 });
});

test('shows no names of erased members', async () => {
  const { person, server } = await createServer();
  await site.perform('POST', `/admin/delete/${person.id}`, { reason: 'Asked for', texts: 1 }, { as: site.admin });
  const { entries } = await readLedger(server.id);
  const ban = entries.find(({ kind, data }) => kind === 'ban' && data.reason === null);
  expect(ban).toMatchObject({ account: null, member: null });
  expect(JSON.stringify(entries)).not.toContain(person.name);
});

test("the list shows each server's progress, except for a past moment", async () => {
  const { server } = await createServer();
  const getRow = async (query = '') =>
    (await site.get<GameServerRow[]>(`/admin/game-servers${query}`, site.admin)).find(({ id }) => id === server.id);
  const { head } = await server.read();
  expect(await getRow()).toMatchObject({ status: { acknowledged: 0, acknowledged_at: null, head } });
  expect(await getRow(`?at=${new Date().toISOString()}`)).toMatchObject({ id: server.id, status: null });
});

test('a removed game server has no ledger', async () => {
  const { server } = await createServer();
  await site.perform('DELETE', `/admin/game-servers/${server.id}`, {}, { as: site.admin });
  const { status } = await site.send('GET', `/admin/game-servers/${server.id}/ledger`, undefined, { as: site.admin });
  expect(status).toBe(404);
});
