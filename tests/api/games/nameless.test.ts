import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listMissingFields, NamelessClient, recordedCalls } from '../../support/games/nameless-client.js';
import { exchange } from '../../support/site/exchange.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite({ live: {} });
const anna = 'ea283120d753347990329e51bbc1b8c0';
const robin = '11111111111141118111111111111111';

let vip = 0;
let survival: NamelessClient;
beforeAll(async () => {
  const as = site.admin;
  await site.perform('PUT', '/admin/settings', { game_accounts: 5 }, { as });
  vip = (await site.perform('POST', '/admin/roles', { name: 'VIP' }, { as })).id;
  survival = await NamelessClient.create(site, { ranks: [{ role_id: vip, rank: 'vip' }], highest_role_id: vip });
  await survival.link(site.member, anna, 'Anna');
  await survival.link(site.other, robin, 'Robin');
});

const readUser = async (reference: string, client = survival) => client.call('GET', `users/${reference}`);
const readNumber = async (uuid: string) => Number((await readUser(`integration_id:Minecraft:${uuid}`)).id);
const getRole = async ({ id }: SiteMember) => {
  await site.services.policy.staffFold.catchUp(site.services.log);
  return site.services.policy.getRoleId(id);
};

/** NamelessMC's clients ignore these fields. */
const unusedFields = new Set(['message_short', 'received_at', 'link']);

describe('recorded calls of NamelessMC’s clients', () => {
  test.each(recordedCalls.map((call, n) => ({ ...call, n })))(
    '$n: $client sends $method $url and finds every field that it uses',
    async ({ method, url, body, response }) => {
      const values = {
        member: await readNumber(anna),
        reporter: await readNumber(robin),
        name: site.member.name,
        new: site.createName(),
        code: '',
        commands: '[]',
        group: '',
      };
      if (body?.includes('{code}'))
        values.code = (
          await site.perform<{ code: string }>('POST', '/account/game-code', undefined, { as: site.member })
        ).code;
      if (body?.includes('{group}')) {
        const { groups } = (await survival.call('GET', 'groups&name=vip')) as { groups: { id: number }[] };
        values.group = String(groups[0]?.id);
      }
      const fill = (text: string) =>
        Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)), text);
      const sent = await survival.send(method, fill(url), body === undefined ? undefined : fill(body));
      expect(sent.status).toBe('error' in response ? 400 : 200);
      if ('error' in response) return expect(sent.json).toMatchObject({ error: response.error });
      const missing = listMissingFields(response, sent.json).filter(
        (path) => !unusedFields.has(path.replace(/^.*\./, '')),
      );
      expect(missing).toEqual([]);
    },
  );
});

describe('the address and the connection', () => {
  const info = { nameless_version: '2.2.2', locale: 'en_UK', modules: ['Core', 'Store'] };

  test.each(['/index.php?route=/api/v2/info', '/api/v2/info', '/index.php?route=%2Fapi%2Fv2%2Finfo&x=y'])(
    'responds at %s, even to clients that offer HTTP/2',
    async (url) => {
      expect((await survival.send('GET', url)).json).toEqual(info);
      expect((await survival.send('GET', url, undefined, { connection: 'keep-alive', upgrade: '' })).json).toEqual(
        info,
      );
    },
  );

  test.each(['content-length', 'transfer-encoding'])(
    'receives large bodies with %s on one connection that offers HTTP/2 each time',
    async (header) => {
      const player = { name: 'Anna', login_time: 1, placeholders: { text: 'x'.repeat(70_000) } };
      const body = JSON.stringify({ players: { [anna]: player } });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<unknown>();
      for (let n = 0; n < 3; n++) {
        const value = header === 'content-length' ? body.length : 'chunked';
        const headers = { ...survival.headers, 'content-type': 'application/json', [header]: value };
        const path = '/index.php?route=/api/v2/minecraft/server-info';
        const call = request(`${site.url}${path}`, { agent, method: 'POST', headers });
        call.on('socket', (socket) => sockets.add(socket));
        call.write(body.slice(0, 1_000));
        call.end(body.slice(1_000));
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        expect(await json(response)).toEqual({ message: 'ok' });
      }
      expect(sockets.size).toBe(1);
      agent.destroy();
    },
  );

  test.each([
    ['without a key', {}, 401, 'nameless:missing_api_key'],
    ['with a key of another form', { authorization: 'Bearer KEY123' }, 401, 'nameless:invalid_api_key'],
    ['with an empty key', { 'x-api-key': '' }, 401, 'nameless:invalid_api_key'],
  ])('refuses NamelessMC calls %s', async (_, headers, status, error) => {
    const response = await exchange(site.url, { method: 'GET', path: '/api/v2/info', headers });
    expect([response.status, response.json]).toMatchObject([status, { error }]);
  });

  test('accepts the key in either header, and no key without the scope', async () => {
    const path = '/api/v2/info';
    const get = (headers: Record<string, string>) => exchange(site.url, { method: 'GET', path, headers });
    expect((await get({ 'x-api-key': survival.key })).status).toBe(200);
    expect((await get({ authorization: `Bearer ${survival.key}` })).status).toBe(200);
    const fields = { name: site.createName(), role_id: 2, scopes: ['read'] };
    const { key } = await site.perform<{ key: string }>('POST', '/admin/keys', fields, { as: site.admin });
    expect((await get({ 'x-api-key': key })).json).toMatchObject({ error: 'nameless:invalid_api_key' });
  });

  test.each([
    ['GET', 'users/id:1/credits', undefined, 'nameless:invalid_api_method'],
    ['POST', 'info', {}, 'nameless:invalid_api_method'],
    ['GET', 'users/id:99', undefined, 'nameless:cannot_find_user'],
    ['GET', 'users/email:a@b.c', undefined, 'nameless:cannot_find_user'],
    ['POST', 'minecraft/server-info', { players: [] }, 'nameless:invalid_post_contents'],
    ['POST', 'minecraft/update-groups', {}, 'nameless:invalid_post_contents'],
    ['POST', 'reports/create', { reporter: 'x' }, 'nameless:invalid_post_contents'],
  ])('refuses %s %s (%j) with a code that clients know', async (method, path, body, error) => {
    expect(await survival.call(method, path, body)).toMatchObject({ status: 400, error });
  });

  test('refuses a body that is not JSON', async () => {
    const { status, json } = await survival.send('POST', '/api/v2/minecraft/server-info', '{');
    expect([status, json]).toMatchObject([400, { error: 'nameless:invalid_post_contents' }]);
  });
});

describe('users', () => {
  test('finds a member by number, name, UUID and name in the game', async () => {
    const [firstResponse, ...others] = await Promise.all(
      [
        `id:${await readNumber(anna)}`,
        `username:${site.member.name}`,
        `integration_id:Minecraft:${anna}`,
        'integration_name:Minecraft:anna',
      ].map((identifier) => readUser(identifier)),
    );
    // One of the recorded calls is a ban.
    expect(firstResponse).toMatchObject({ exists: true, username: site.member.name, banned: true });
    expect(others).toEqual([firstResponse, firstResponse, firstResponse]);
  });

  test('members without linked accounts do not exist for game servers', async () => {
    expect(await readUser(`username:${site.admin.name}`)).toMatchObject({ error: 'nameless:cannot_find_user' });
    const { users } = (await survival.call('GET', 'users&groups')) as { users: { username: string }[] };
    expect(users.map(({ username }) => username).sort()).toEqual([site.member.name, site.other.name].sort());
  });

  test('a member has the same number on every game server, but an offline account only on its own', async () => {
    const lobby = await NamelessClient.create(site);
    expect((await readUser(`integration_id:Minecraft:${robin}`, lobby)).id).toBe(await readNumber(robin));
    expect((await readUser(`integration_id:Minecraft:${anna}`, lobby)).error).toBe('nameless:cannot_find_user');
  });

  test.each([
    ['banned=true', 1],
    ['banned=false', 1],
    ['verified=false', 0],
    ['integration=Minecraft&verified=true', 2],
    ['operator=OR&banned=true&integration=Minecraft', 2],
    ['group_id=1', 0],
    ['limit=1', 1],
    ['limit=1&offset=2', 0],
    ['limit=1&offset=1', 1],
  ])('filters the users by %s', async (query, count) => {
    const { users } = (await survival.call('GET', `users&groups&${query}`)) as { users: unknown[] };
    expect(users).toHaveLength(count);
  });
});

describe('registration in the game', () => {
  const registerPlayer = (identifier: string | null, username: string, email: string) => {
    const integrations = identifier === null ? undefined : { Minecraft: { identifier } };
    return survival.call('POST', 'users/register', { username, email, integrations });
  };
  const register = (username: string, email: string) => registerPlayer(null, username, email);

  test('a known address gets the same response, and its owner an email', async () => {
    const name = site.createName();
    const email = `${name}@example.org`;
    const firstResponse = await register(name, email);
    expect(firstResponse).toMatchObject({ status: 200, message: expect.stringContaining('email') as string });
    const id = site.services.directory.findId(name) ?? 0;
    const listKinds = async () => (await site.services.vault.findAccount(id))?.mails.map(({ kind }) => kind);
    expect(await listKinds()).toEqual(['reset']);
    expect(await register(name, email)).toEqual(firstResponse);
    expect(await listKinds()).toEqual(['reset']);
    const account = await site.services.vault.findAccount(id);
    expect(Date.parse(account!.mails[0]!.expiresAt) - Date.parse(account!.createdAt)).toBeGreaterThan(6 * 86_400_000);
    await site.services.vault.editAccount(id, () => ({ verified: true }));
    expect(await register(site.createName(), email)).toEqual(firstResponse);
    await expect.poll(listKinds).toContain('already-registered');
  });

  test('a repeat completes an interrupted registration, even after midnight', async () => {
    const { commands, vault } = site.services;
    const name = site.createName();
    const email = `${name}@example.org`;
    vi.spyOn(commands, 'account').mockRejectedValueOnce(new Error('The event log is unavailable.'));
    expect((await registerPlayer(anna, name, email)).status).toBe(500);
    const account = (await vault.findAccountByLogin(name))!;
    expect(account.registered).toBe(false);
    const createdAt = new Date(Date.parse(account.createdAt) + 86_400_000).toISOString();
    vi.spyOn(vault, 'findAccountByLogin').mockResolvedValueOnce({ ...account, createdAt });
    expect((await registerPlayer(anna, name, email)).status).toBe(200);
    const completed = (await vault.findAccount(account.id))!;
    expect(completed).toMatchObject({ registered: true, mails: [{ id: account.mails[0]!.id }, { kind: 'reset' }] });
    vi.restoreAllMocks();
  });

  test('the player who registered can correct an unverified address on the same server, and nobody else can', async () => {
    const name = site.createName();
    const { vault } = site.services;
    const find = async () => (await vault.findAccountByLogin(name))!;
    const firstResponse = await registerPlayer(robin, name, `wrong-${name}@example.org`);
    const wrong = await find();
    const right = `right-${name}@example.org`.toLowerCase();
    expect(await registerPlayer(robin, name, right)).toEqual(firstResponse);
    const corrected = await find();
    expect(corrected).toMatchObject({ id: wrong.id, email: right, mails: [{ kind: 'reset' }] });
    expect(corrected.mails.map(({ id }) => id)).not.toEqual(wrong.mails.map(({ id }) => id));
    const taken = { status: 400, error: 'core:username_already_exists' };
    for (const other of [anna, null])
      expect(await registerPlayer(other, name, `other-${name}@example.org`)).toMatchObject(taken);
    expect(await registerPlayer(robin, name, `${site.member.name}@example.org`)).toEqual(firstResponse);
    expect((await find()).email).toContain('@address.invalid');
    await vault.editAccount(wrong.id, () => ({ email: right, verified: true }));
    expect(await registerPlayer(robin, name, `late-${name}@example.org`)).toMatchObject(taken);
    expect((await find()).email).toBe(right);
  });

  test.each([
    ['a', 'a@example.org', 'core:invalid_username'],
    ['Someone', 'no address', 'core:invalid_email_address'],
    ['Steve', 'new@example.org', 'core:username_already_exists'],
  ])('refuses %s with %s', async (name, email, error) => {
    expect(await register(name, email)).toMatchObject({ status: 400, error });
  });
});

describe('reports and notifications', () => {
  const report = async (reporter: string, uuid: string) =>
    survival.call('POST', 'reports/create', {
      reporter: await readNumber(reporter),
      reported_uid: uuid,
      reported_username: 'Anna',
      content: 'Cheats a lot',
    });

  test("a report is filed in the member's name, and only once while it is open", async () => {
    expect(await report(robin, robin)).toMatchObject({ error: 'core:cannot_report_yourself' });
    await report(robin, anna);
    const rows = await site.get<{ text: string; kind: string; subject: object | null }[]>('/reports/mine', site.other);
    const subject = { kind: 'member', id: site.member.id };
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'player', subject: expect.objectContaining(subject) as object }),
    );
    expect(await report(robin, anna)).toMatchObject({ error: 'core:open_report_already' });
  });

  test('a game server cannot act for a member who has not played there', async () => {
    const lobby = await NamelessClient.create(site);
    const reporter = await readNumber(robin);
    const body = { reporter, reported_uid: anna, reported_username: 'Anna', content: 'Never seen here' };
    const error = 'nameless:cannot_find_user';
    expect(await lobby.call('POST', 'reports/create', body)).toMatchObject({ error });
    expect(await lobby.call('GET', `users/id:${reporter}/notifications`)).toMatchObject({ error });
  });

  test('shows the number of unread notifications, but not their content', async () => {
    const readNotifications = async () =>
      (await readUser(`integration_id:Minecraft:${robin}/notifications`)).notifications;
    const thread = await site.createThread(site.other, { title: 'A secret title' });
    const notificationsBefore = await readNotifications();
    await site.createReply(thread, site.member, `@${site.other.name} A secret reply`);
    await expect.poll(readNotifications).not.toEqual(notificationsBefore);
    expect(JSON.stringify(await readNotifications())).toMatch(/You have \d+ unread notifications|You have an unread/);
    expect(JSON.stringify(await readNotifications())).not.toContain('secret');
  });
});

describe('codes', () => {
  const verify = (uuid: string, username: string, code: string) =>
    survival.call('POST', 'integration/verify', { integration: 'Minecraft', identifier: uuid, username, code });

  test.each([
    [anna, 'Anna', 'WRONG234', 'core:invalid_code'],
    ['no-uuid', 'Anna', 'WRONG234', 'core:integration_identifier_errors'],
    [anna, 'A\nB', 'WRONG234', 'core:integration_username_errors'],
  ])('refuses to link an account with %s, %j and %s', async (uuid, name, code, error) => {
    expect(await verify(uuid, name, code)).toMatchObject({ status: 400, error });
  });

  test('an account that is linked to another member stays theirs', async () => {
    const { code } = await site.perform<{ code: string }>('POST', '/account/game-code', undefined, { as: site.other });
    expect(await verify(anna, 'Anna', code)).toMatchObject({ error: 'core:integration_already_verified' });
    expect((await readUser(`integration_id:Minecraft:${anna}`)).username).toBe(site.member.name);
  });
});

describe('ranks', () => {
  test('roles are groups with small numbers that never change', async () => {
    const readGroups = async () => (await survival.call('GET', 'groups')).groups as { id: number; name: string }[];
    const groupsBefore = await readGroups();
    expect(groupsBefore[0]).toMatchObject({ id: 1, name: 'Admin', staff: true, order: 1 });
    expect(groupsBefore.at(-1)).toMatchObject({ id: 2, name: 'Member', staff: false });
    const { id } = await site.perform('POST', '/admin/roles', { name: 'Temporary' }, { as: site.admin });
    await site.perform('POST', '/admin/roles', { name: 'Later' }, { as: site.admin });
    const later = (await readGroups()).find(({ name }) => name === 'Later');
    await site.perform('DELETE', `/admin/roles/${id}`, undefined, { as: site.admin });
    expect((await readGroups()).find(({ name }) => name === 'Later')).toEqual({
      ...later,
      order: expect.any(Number) as number,
    });
  });

  test('a player who gets a rank in the game gets its role, and loses it with the rank', async () => {
    await survival.reportGroups(robin, ['default']);
    await survival.reportGroups(robin, ['default', 'VIP']);
    await expect.poll(() => getRole(site.other)).toBe(vip);
    await survival.reportGroups(robin, ['default']);
    await expect.poll(() => getRole(site.other)).toBe(2);
  });

  test('a game server cannot assign roles that are not among its ranks', async () => {
    const body = { groups: [1] };
    const response = await survival.call('POST', `users/id:${await readNumber(robin)}/groups/add`, body);
    expect(response).toMatchObject({ status: 400, error: 'nameless:invalid_post_contents' });
    expect(await getRole(site.other)).toBe(2);
  });
});
