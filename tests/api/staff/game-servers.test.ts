import { memberRole } from '@guildhall/domain/roles.js';
import type { ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import { describe, expect, test, vi } from 'vitest';
import { TestProgram } from '../../support/site/program.js';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const readServers = (query = '') => site.get<GameServerRow[]>(`/admin/game-servers${query}`, site.admin);
const readServerRow = async (id: number, query = '') => (await readServers(query)).find((row) => row.id === id);
const send = (method: string, path: string, body?: object, headers = {}) =>
  site.send(method, `/admin/game-servers${path}`, body, { as: site.admin, headers });
const create = async (fields: object = {}) => {
  const { json } = await send('POST', '', { name: site.createName(), ...fields });
  return (json as { id: number }).id;
};
const readNewestEntry = async () => (await site.get<AuditRow[]>('/admin/audit?limit=1', site.admin))[0];
const undoNewest = async () =>
  site.perform('POST', `/admin/audit/${(await readNewestEntry())?.id}/undo`, {}, { as: site.admin });

describe('game servers', () => {
  test('an Admin adds a server with defaults and changes it', async () => {
    const name = site.createName();
    const id = await create({ name, address: 'MC.example.org' });
    expect(await readServerRow(id)).toEqual({
      id,
      name,
      mode: null,
      address: 'mc.example.org',
      edition: 'java',
      ranks: [],
      templates: {
        ban: 'ban {username} {reason}',
        unban: 'pardon {username}',
        rank_add: 'lp user {uuid} parent add {rank}',
        rank_remove: 'lp user {uuid} parent remove {rank}',
      },
      conflicts: { bans: 'last', ranks: 'site' },
      highest_role_id: memberRole.id,
      bans_on_site: false,
      version: 1,
      status: {
        connected_since: null,
        contact_at: null,
        acknowledged: 0,
        acknowledged_at: null,
        head: 0,
        ping: { state: 'unknown', since: expect.any(String) as string, checked_at: null, error: null },
      },
    });
    const change = { name, ranks: [{ role_id: memberRole.id, rank: 'player' }] };
    expect((await send('PUT', `/${id}`, change, { 'if-match': '"1"' })).status).toBe(200);
    expect(await readServerRow(id)).toMatchObject({ address: '', ranks: change.ranks, version: 2 });
    expect((await send('PUT', `/${id}`, { name }, { 'if-match': '"1"' })).status).toBe(412);
  });

  test.each([
    [{ name: '' }, 'name-required', 'name'],
    [{ name: 'two\nlines' }, 'one-line', 'name'],
    [{ address: 'http://mc.example.org' }, 'server-address-invalid', 'address'],
    [{ mode: 'nowhere' }, 'mode-unknown', 'mode'],
    [{ edition: 'pocket' }, 'validation', 'edition'],
    [{ ranks: [{ role_id: 2, rank: 'a b' }] }, 'validation', 'ranks.0.rank'],
    [{ ranks: [{ role_id: 999, rank: 'a' }] }, 'role-unknown', 'ranks'],
    [{ templates: { ban: 'two\nlines' } }, 'one-line', 'templates.ban'],
    [{ highest_role_id: 1 }, 'highest-role-admin', 'highest_role_id'],
  ])('rejects %o', async (change, code, field) => {
    const { status, json } = await send('POST', '', { name: site.createName(), ...change });
    expect([status, json]).toMatchObject([400, { code, field }]);
  });

  test('a game server has a mode from the settings, in their spelling, or one that every site has', async () => {
    const settings = { status_modes: [{ mode: 'Sky Block', status_url: 'https://status.example.org' }] };
    await site.perform('PUT', '/admin/settings', settings, { as: site.admin });
    expect(await readServerRow(await create({ mode: 'sky block' }))).toMatchObject({ mode: 'Sky Block' });
    expect(await readServerRow(await create({ mode: 'Battle Royale' }))).toMatchObject({ mode: 'battleroyale' });
  });

  test('creating, changing and removing a game server is audited and can be undone', async () => {
    const [name, other] = [site.createName(), site.createName()];
    const id = await create({ name });
    await undoNewest();
    expect(await readServerRow(id)).toBeUndefined();
    await undoNewest();
    expect(await readServerRow(id)).toMatchObject({ name });
    await send('PUT', `/${id}`, { name: other });
    const subject = { kind: 'server', id, name: other };
    expect(await readNewestEntry()).toMatchObject({
      kind: 'GameServerChanged',
      area: 'games',
      subject,
      before: { name },
    });
    await undoNewest();
    expect(await readServerRow(id)).toMatchObject({ name });
    await send('DELETE', `/${id}`, { reason: 'Closed' });
    expect([await readServerRow(id), await readNewestEntry()]).toMatchObject([
      undefined,
      { kind: 'GameServerRemoved', reason: 'Closed', undoable: true },
    ]);
    await undoNewest();
    expect(await readServerRow(id)).toMatchObject({ name });
  });

  test('shows the servers as of a past moment', async () => {
    const id = await create();
    const at = new Date().toISOString();
    await vi.waitUntil(() => new Date().toISOString() > at);
    await send('DELETE', `/${id}`);
    expect([await readServerRow(id, `?at=${at}`), await readServerRow(id)]).toMatchObject([{ id }, undefined]);
  });
});

describe('game server keys', () => {
  const readKeyRow = async ({ id }: { id: number }) =>
    (await site.get<ApiKeyRow[]>('/admin/keys', site.admin)).find((row) => row.id === id);

  test("a game server's key requires a server and has no other scope", async () => {
    const id = await create();
    const bodies = [{ scopes: ['game'] }, { scopes: ['game', 'read'], game_server_id: id }, { game_server_id: id }];
    for (const body of bodies) {
      const fields = { name: site.createName(), scopes: ['read'], ...body };
      const { status, json } = await site.send('POST', '/admin/keys', fields, { as: site.admin });
      expect([status, json]).toMatchObject([400, { code: 'key-game-server' }]);
    }
  });

  test('a call is refused if the game server is removed while it is handled', async () => {
    const program = await TestProgram.createForGameServer(site);
    const remove = () => site.perform('DELETE', `/admin/game-servers/${program.serverId}`, {}, { as: site.admin });
    vi.spyOn(site.services.vault, 'recordProgramUse').mockImplementationOnce(async () => void (await remove()));
    const { status, json } = await program.send('GET', '/game/ledger');
    expect([status, json]).toMatchObject([401, { code: 'key-invalid' }]);
  });

  test("a game server's key acts as the server, permits nothing else, and ends when the server is removed", async () => {
    const name = site.createName();
    const { id: serverId } = await site.perform('POST', '/admin/game-servers', { name }, { as: site.admin });
    const program = await TestProgram.create(site, { scopes: ['game'], gameServerId: serverId });
    expect(await readKeyRow(program)).toMatchObject({
      program: `Game server ${name}`,
      game_server: { id: serverId, name },
      scopes: ['game'],
      ended: null,
    });
    for (const [method, path] of [
      ['GET', '/forums/sections'],
      ['POST', '/forums/threads'],
      ['POST', `/admin/ban/${site.member.id}`],
    ] as const)
      expect((await program.send(method, path, {})).json).toMatchObject({ code: 'key-scope' });
    expect((await program.send('GET', '/admin/game-servers')).json).toMatchObject({ code: 'key-refused' });
    await send('DELETE', `/${serverId}`);
    expect((await program.send('GET', '/forums/sections')).json).toMatchObject({ code: 'key-invalid' });
    expect(await readKeyRow(program)).toMatchObject({ ended: 'server' });
    await undoNewest();
    expect((await program.send('GET', '/forums/sections')).json).toMatchObject({ code: 'key-scope' });
  });
});
