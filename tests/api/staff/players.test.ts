import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { linkAccount } from '@guildhall/server/testing/games/link-account.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildJavaAccount, runLedgers, TestGameServer } from '../../support/site/game-server.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();
let stop: () => Promise<void>;
beforeAll(async () => (stop = await runLedgers(site)));
afterAll(() => stop());

let accounts = 8_000;
/** Returns an account that a game server has reported. */
async function createPlayer(server: TestGameServer, name: string, fields: object = {}) {
  const account = { ...buildJavaAccount(++accounts, name), ...fields };
  expect(await server.report('join', account)).toBe('applied');
  return account;
}
const path = '/admin/game-accounts';
const find = (search: string, as = site.admin) => site.get<PlayerRow[]>(`${path}?search=${search}`, as);
const readBanned = () => site.get<PlayerRow[]>(path, site.admin);
const getId = async (name: string) => (await find(name))[0]?.id ?? 0;
const run = (id: number, action: 'ban' | 'unban', body: object = {}, as = site.admin) =>
  site.perform<{ acts: string[] }>('POST', `${path}/${id}/${action}`, body, { as });

async function createModerator(...permissions: string[]): Promise<SiteMember> {
  const { id } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
  for (const permission of permissions)
    await site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
  const person = await site.createMember(site.createName());
  await site.perform('POST', `/admin/role/${person.id}`, { role: id }, { as: site.admin });
  return person;
}

test('staff find players by the start of their name, with the member whom they are linked to', async () => {
  const server = await TestGameServer.create(site, { name: 'Survival' });
  await createPlayer(server, 'Griefer_2');
  await createPlayer(server, 'griefer');
  await createPlayer(server, 'Offline', { login_mode: 'offline', uuid: '11111111-1111-3111-8111-111111111111' });
  await linkAccount(site.services, site.member.id, { name: 'Griefers' });
  const rows = await find('GRIEFER');
  expect(rows.map(({ name, member }) => [name, member?.id])).toEqual([
    ['griefer', undefined],
    ['Griefer_2', undefined],
    ['Griefers', site.member.id],
  ]);
  expect(rows[0]).toMatchObject({ edition: 'java', login_mode: 'online', server: null, ban: null, former_names: [] });
  expect((await find('offline'))[0]).toMatchObject({ login_mode: 'offline', server: 'Survival' });
  expect(await find('riefer')).toEqual([]);
});

test("a player's ban reaches every game server, is audited and can be undone", async () => {
  const servers = [await TestGameServer.create(site), await TestGameServer.create(site)];
  const account = await createPlayer(servers[0] as TestGameServer, 'Unlinked');
  const id = await getId('Unlinked');
  const waitForEntry = (expected: object) =>
    Promise.all(
      servers.map((server) =>
        vi.waitFor(async () => {
          await server.apply();
          expect(server.entries.at(-1)).toMatchObject({ account, ...expected });
        }, 20_000),
      ),
    );
  const until = '2100-01-01T00:00:00.000Z';
  const staff = await createModerator('ban_accounts');
  const { acts } = await run(id, 'ban', { reason: 'Griefing', until }, staff);
  await waitForEntry({ kind: 'ban', data: { reason: 'Griefing', until } });
  const by = { id: staff.id, username: staff.name };
  const [row] = await readBanned();
  expect(row).toMatchObject({ id, ban: { reason: 'Griefing', until, by } });
  expect(row?.ban?.at).toMatch(/Z$/);
  // Only the audit shows who did what, and these staff may not view it.
  expect((await find('Unlinked', staff))[0]?.ban).toEqual({ reason: 'Griefing', until, by: null, at: null });
  const [entry] = await site.get<AuditRow[]>(`/admin/audit?target=player:${id}`, site.admin);
  expect(entry).toMatchObject({ id: acts[0], kind: 'PlayerBanned', actor: by, subject: { name: 'Unlinked' } });
  await run(id, 'unban', { reason: 'Said sorry' });
  await waitForEntry({ kind: 'unban' });
  const [unbanEntry] = await site.get<AuditRow[]>(`/admin/audit?target=player:${id}`, site.admin);
  expect(unbanEntry).toMatchObject({ kind: 'PlayerUnbanned', reason: 'Said sorry', undoable: true });
  await site.perform('POST', `/admin/audit/${unbanEntry?.id}/undo`, {}, { as: staff });
  await waitForEntry({ kind: 'ban' });
});

test('lists the players who were banned last, with the game server that did it', async () => {
  const server = await TestGameServer.create(site);
  const names = ['First', 'Second', 'Third'];
  for (const name of names) await server.report('ban', await createPlayer(server, name));
  await run(await getId('First'), 'ban', { reason: 'Again' });
  await run(await getId('Second'), 'ban', { until: new Date(Date.now() + 200).toISOString() });
  await vi.waitFor(async () => {
    const rows = (await readBanned()).slice(0, 2);
    expect(rows.map(({ name, ban }) => [name, ban?.by?.id])).toEqual([
      ['First', site.admin.id],
      ['Third', server.id],
    ]);
  });
});

test("an Admin sees players' bans and links as of a past moment", async () => {
  const server = await TestGameServer.create(site);
  const account = await createPlayer(server, 'Pardoned');
  await server.report('ban', account, { reason: 'Grief' });
  const id = await getId('Pardoned');
  const at = new Date().toISOString();
  await vi.waitUntil(() => new Date().toISOString() > at);
  await run(id, 'ban', { reason: 'Again', until: '2100-01-01T00:00:00.000Z' });
  await run(id, 'unban');
  await createPlayer(server, 'Pardoned2');
  await linkAccount(site.services, site.other.id, { uuid: account.uuid, name: account.name });
  const past = `${path}?at=${at}`;
  const isIt = (row: PlayerRow) => row.id === id;
  const ban = { reason: 'Grief', until: null, by: { id: server.id } };
  expect((await site.get<PlayerRow[]>(past, site.admin)).find(isIt)).toMatchObject({ ban });
  expect((await readBanned()).find(isIt)).toBeUndefined();
  const rows = await site.get<PlayerRow[]>(`${past}&search=pardoned`, site.admin);
  expect(rows).toMatchObject([
    { id, ban, member: null },
    { name: 'Pardoned2', ban: null },
  ]);
  expect((await find('pardoned'))[0]).toMatchObject({ id, ban: null, member: { id: site.other.id } });
  expect(await site.get(`${path}?at=2020-01-01T00:00:00Z`, site.admin)).toEqual([]);
  const staff = await createModerator('ban_accounts');
  expect((await site.send('GET', past, undefined, { as: staff })).status).toBe(404);
});

test('only staff who can ban members can find and ban players, and never those linked to staff above them', async () => {
  const server = await TestGameServer.create(site);
  await createPlayer(server, 'Bystander');
  const id = await getId('Bystander');
  for (const as of [site.member, await createModerator('access_admin_panel', 'view_all_users')]) {
    expect((await site.send('GET', path, undefined, { as })).status).toBe(404);
    for (const action of ['ban', 'unban'])
      expect((await site.send('POST', `${path}/${id}/${action}`, {}, { as })).status).toBe(404);
  }
  const ofAdmin = await linkAccount(site.services, site.admin.id);
  const staff = await createModerator('ban_accounts');
  expect((await site.send('POST', `${path}/${ofAdmin}/ban`, {}, { as: staff })).status).toBe(403);
  expect((await site.send('POST', `${path}/123456789/ban`, {}, { as: staff })).status).toBe(404);
  const past = await site.send('POST', `${path}/${id}/ban`, { until: '2020-01-01T00:00:00Z' }, { as: staff });
  expect(past.json).toMatchObject({ code: 'ban-end-past', field: 'until' });
});

test("a linked player's ban reasons are erased with the member, whoever imposed the bans", async () => {
  const server = await TestGameServer.create(site);
  const person = await site.createMember(site.createName());
  const account = await createPlayer(server, 'Leaver');
  const id = await linkAccount(site.services, person.id, { uuid: account.uuid, name: account.name });
  await run(id, 'ban', { reason: 'Griefing' });
  await run(id, 'unban', { reason: 'Said sorry' });
  expect(await server.report('ban', account, { reason: 'Grief again' })).toBe('applied');
  const readReasons = async () => {
    const rows = await site.get<AuditRow[]>(`/admin/audit?target=player:${id}`, site.admin);
    return rows.map(({ reason, before, after }) => JSON.stringify([reason, before, after])).join();
  };
  for (const reason of ['Griefing', 'Said sorry', 'Grief again']) expect(await readReasons()).toContain(reason);
  await site.perform('POST', `/admin/delete/${person.id}`, { texts: 1 }, { as: site.admin });
  expect(await readReasons()).not.toMatch(/Grief|sorry/);
  expect((await readBanned()).map((row) => row.id)).not.toContain(id);
});
