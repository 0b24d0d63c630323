import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import { beginning } from '@guildhall/event-store/port.js';
import { makeAdmin } from '@guildhall/server/testing/services.js';
import { describe, expect, test, vi } from 'vitest';
import { exchange } from '../../support/site/exchange.js';
import { TestProgram } from '../../support/site/program.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();

const readKeys = (query = '', as: SiteMember = site.admin) => site.get<ApiKeyRow[]>(`/admin/keys${query}`, as);
const readKeyRow = async ({ id }: { id: number }) => (await readKeys()).find((row) => row.id === id);
const createAdmin = async (): Promise<SiteMember> => {
  const admin = await site.createMember(site.createName());
  await makeAdmin(site.services, admin.id);
  return admin;
};
const buildBody = () => ({ name: site.createName(), role_id: memberRole.id, scopes: ['read'] });
const readSettledPosition = async () => `${site.services.historyId}.${await site.readHead()}`;

describe('managing keys', () => {
  test('shows the key only in the response that creates it', async () => {
    const as = site.admin;
    const fields = { ...buildBody(), scopes: ['write:forum', 'read', 'read'], until: '2100-01-01T00:00:00+02:00' };
    const { id, key } = await site.perform<{ id: number; key: string }>('POST', '/admin/keys', fields, { as });
    expect(key).toMatch(/^ghld_api_[0-9A-Za-z]{36}$/);
    expect((await readKeys())[0]).toEqual({
      id,
      name: fields.name,
      program: `Program ${fields.name}`,
      start: key.slice(9, 17),
      role: { id: memberRole.id, name: 'Member' },
      scopes: ['read', 'write:forum'],
      calls_per_minute: 60,
      made_by: { id: as.id, username: as.name },
      created_at: expect.any(String) as string,
      until: '2099-12-31T22:00:00.000Z',
      used_at: null,
      ended: null,
      game_server: null,
    });
    const log = JSON.stringify(await site.services.log.readAll(beginning, 10_000));
    for (const secret of [key, key.slice(9), key.slice(9, 39)]) expect(log).not.toContain(secret);
  });

  test('a repeated call creates no second key and does not show the first one again', async () => {
    const fields = buildBody();
    const options = { as: site.admin, key: 'the same call' };
    await site.perform('POST', '/admin/keys', fields, options);
    const keysBefore = await readKeys();
    const repeatedResponse = await site.send('POST', '/admin/keys', fields, options);
    expect([repeatedResponse.status, repeatedResponse.json]).toMatchObject([409, { code: 'key-shown' }]);
    expect(await readKeys()).toEqual(keysBefore);
  });

  test.each([
    [{ name: '' }, 'name-required', 'name'],
    [{ name: 'x'.repeat(41) }, 'name-too-long', 'name'],
    [{ name: 'two\nlines' }, 'one-line', 'name'],
    [{ role_id: 3 }, 'role-unknown', 'role_id'],
    [{ scopes: [] }, 'validation', 'scopes'],
    [{ scopes: ['everything'] }, 'validation', 'scopes.0'],
    [{ until: '2020-01-01T00:00:00Z' }, 'key-end-past', 'until'],
    [{ calls_per_minute: 0 }, 'validation', 'calls_per_minute'],
    [{ calls_per_minute: 6_001 }, 'validation', 'calls_per_minute'],
  ])('rejects %o', async (change, code, field) => {
    const { status, json } = await site.send('POST', '/admin/keys', { ...buildBody(), ...change }, { as: site.admin });
    expect([status, json]).toMatchObject([400, { code, field }]);
  });

  test('the audit records both events without the key, and neither can be undone', async () => {
    const program = await TestProgram.create(site);
    const [created] = await site.get<AuditRow[]>('/admin/audit', site.admin);
    expect(created).toMatchObject({ kind: 'ApiKeyCreated', undoable: false, subject: { kind: 'key', id: program.id } });
    expect(created?.after).toMatchObject({ role: 'Member', scopes: ['read', 'write:forum'] });
    expect(JSON.stringify(created)).not.toMatch(/hash|ghld/);
    await program.revoke();
    expect(await readKeyRow(program)).toMatchObject({ ended: 'revoked' });
    const [revokeEntry] = await site.get<AuditRow[]>('/admin/audit', site.admin);
    expect(revokeEntry).toMatchObject({ kind: 'ApiKeyRevoked', undoable: false });
  });

  test('lists the keys as of a past moment', async () => {
    const program = await TestProgram.create(site);
    const at = new Date().toISOString();
    await vi.waitUntil(() => new Date().toISOString() > at);
    await program.revoke();
    const past = (await readKeys(`?at=${at}`)).find(({ id }) => id === program.id);
    expect([past?.ended, (await readKeyRow(program))?.ended]).toEqual([null, 'revoked']);
  });

  test('records the last use to the minute', async () => {
    const program = await TestProgram.create(site);
    await program.send('GET', '/forums/sections');
    const usedAt = (await readKeyRow(program))?.used_at;
    expect(Date.now() - Date.parse(usedAt ?? '')).toBeLessThan(60_000);
    const record = vi.spyOn(site.services.vault, 'recordProgramUse');
    for (let n = 0; n < 20; n++) await program.send('GET', '/forums/sections');
    expect(record).not.toHaveBeenCalled();
  });
});

describe('refused keys', () => {
  const sendRefused = async (authorization: string, path = '/forums/sections') => {
    const { status, json, headers, text } = await site.send('GET', path, undefined, { headers: { authorization } });
    expect([status, json, headers['www-authenticate']]).toMatchObject([
      401,
      { code: 'key-invalid' },
      'Bearer error="invalid_token"',
    ]);
    expect(text).not.toContain('ghld_');
  };

  test('refuses unknown, mistyped and malformed keys', async () => {
    const { key } = await TestProgram.create(site);
    const swappedKey = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const token of [swappedKey, key.slice(0, -1), key.toUpperCase(), 'ghld_api_', 'guess', ''])
      await sendRefused(`Bearer ${token}`);
    expect(
      (await site.send('GET', '/forums/sections', undefined, { headers: { authorization: `bearer ${key}` } })).status,
    ).toBe(200);
  });

  test('ignores a key in a URL or a body', async () => {
    const { key } = await TestProgram.create(site, { roleId: adminRole.id });
    for (const query of [`key=${key}`, `access_token=${key}`, `authorization=Bearer%20${key}`])
      expect((await site.send('GET', `/admin/settings?${query}`)).status).toBe(401);
    const sent = { section_id: site.section, title: 'A title', content: 'Text', access_token: key };
    expect((await site.send('POST', '/forums/threads', sent)).status).toBe(401);
  });

  test('a key stops working when it is revoked or expires', async () => {
    const [revokedKey, expiredKey] = [
      await TestProgram.create(site),
      await TestProgram.create(site, { until: new Date(Date.now() + 300).toISOString() }),
    ];
    await revokedKey.revoke();
    await sendRefused(`Bearer ${revokedKey.key}`);
    await vi.waitFor(async () => expect(await readKeyRow(expiredKey)).toMatchObject({ ended: 'expired' }));
    await sendRefused(`Bearer ${expiredKey.key}`);
  });

  test('a key ends permanently when its creator stops being an Admin', async () => {
    const maker = await createAdmin();
    const program = await TestProgram.create(site, { maker });
    await site.perform('POST', `/admin/role/${maker.id}`, { role: memberRole.id }, { as: site.admin });
    await sendRefused(`Bearer ${program.key}`);
    await site.perform('POST', `/admin/role/${maker.id}`, { role: adminRole.id }, { as: site.admin });
    await sendRefused(`Bearer ${program.key}`);
    expect(await readKeyRow(program)).toMatchObject({ ended: 'maker' });
  });

  test('a key that made too many calls has to wait, without affecting other keys', async () => {
    const [busy, other] = [await TestProgram.create(site, { callsPerMinute: 2 }), await TestProgram.create(site)];
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await busy.send('GET', '/forums/sections')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { status, headers } = await busy.send('POST', '/logout');
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(60, -1)]);
    expect((await other.send('GET', '/forums/sections')).status).toBe(200);
  });
});

describe('a program', () => {
  test('a program writes under its own name, without an Origin', async () => {
    const program = await TestProgram.create(site);
    const content = `Weekly lighthouse report for @${site.member.name}`;
    const fields = { section_id: site.section, title: 'Report', content };
    const created = await program.send('POST', '/forums/threads', fields, { key: 'report 1' });
    const { id } = created.json as { id: number };
    const repeatedResponse = await program.send('POST', '/forums/threads', fields, { key: 'report 1' });
    expect([created.status, repeatedResponse.json]).toMatchObject([201, { id }]);
    const reply = await program.send('POST', '/forums/posts', { thread_id: id, content: 'The numbers' });
    expect(reply.status).toBe(201);
    const author = { user_id: program.id, username: program.name, role: null, avatar_url: null };
    expect(await site.get(`/forums/threads/${id}`, site.member)).toMatchObject(author);
    expect(await site.get(`/forums/posts/${id}`, site.member)).toMatchObject([{ ...author, content: 'The numbers' }]);
    const after = await readSettledPosition();
    const places = [
      `/forums/threads?section_id=${site.section}`,
      `/search?q=lighthouse&after=${after}`,
      '/notifications',
    ];
    for (const path of places)
      expect((await site.send('GET', path, undefined, { as: site.member })).text).toContain(program.name);
    const feed = await site.send('GET', '/feed.atom', undefined, { prefix: '', headers: { accept: '*/*' } });
    expect(feed.text).toContain(program.name);
    const edited = await program.send('PUT', `/forums/threads/${id}`, { title: 'Report', content: 'Corrected' });
    expect(edited.status).toBe(200);
    expect((await program.send('PUT', `/forums/threads/${await site.createThread()}`, fields)).status).toBe(403);
  });

  test("a program's posts keep their author after the key is revoked", async () => {
    const program = await TestProgram.create(site);
    const thread = await site.createThread();
    await program.send('POST', '/forums/posts', { thread_id: thread, content: 'Still here' });
    await program.revoke();
    expect(await site.get(`/forums/posts/${thread}`, site.member)).toMatchObject([
      { username: program.name, content: 'Still here' },
    ]);
  });

  test('a program sees the same content as its role', async () => {
    const [member, admin] = [await TestProgram.create(site), await TestProgram.create(site, { roleId: adminRole.id })];
    const section = await site.createSection();
    const thread = await site.createThread(site.member, { section_id: section });
    await site.hide(section);
    const getStatus = async (program: TestProgram) => (await program.send('GET', `/forums/threads/${thread}`)).status;
    expect([await getStatus(member), await getStatus(admin)]).toEqual([404, 200]);
    expect((await member.send('GET', '/admin/settings')).status).toBe(404);
  });

  test('a program is neither a member nor a target of staff actions', async () => {
    const program = await TestProgram.create(site);
    await program.send('GET', '/forums/sections');
    const { send } = site;
    const readStatus = async (method: string, path: string, sent?: object) =>
      (await send.call(site, method, path, sent, { as: site.admin })).status;
    expect(await readStatus('GET', `/profile/${encodeURIComponent(program.name)}`)).toBe(404);
    expect(await readStatus('GET', `/forums/users/${program.id}`)).toBe(404);
    expect(await readStatus('POST', `/admin/ban/${program.id}`, {})).toBe(404);
    expect(await readStatus('POST', `/admin/role/${program.id}`, { role: adminRole.id })).toBe(404);
    expect(await readStatus('POST', `/admin/delete/${program.id}`, {})).toBe(404);
    expect((await site.send('GET', `/usernames?q=Program`, undefined, { as: site.member })).text).not.toContain(
      'Program',
    );
  });

  test('a program cannot act on staff, even with the Admin role', async () => {
    const program = await TestProgram.create(site, {
      roleId: adminRole.id,
      scopes: ['write:moderation', 'write:site'],
    });
    const { id: role } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
    const helper = await site.createMember(site.createName());
    await site.perform('POST', `/admin/role/${helper.id}`, { role }, { as: site.admin });
    expect((await program.send('POST', `/admin/ban/${helper.id}`, {})).status).toBe(403);
    expect((await program.send('POST', `/admin/ban/${site.other.id}`, {})).status).toBe(200);
    const [ban] = await site.get<AuditRow[]>('/admin/audit', site.admin);
    expect(ban).toMatchObject({ kind: 'MemberBanned', actor: { id: program.id, username: program.name } });
    await site.perform('POST', `/admin/unban/${site.other.id}`, {}, { as: site.admin });
  });

  test('a key takes precedence over a session, and conditional requests work', async () => {
    const program = await TestProgram.create(site, { scopes: ['read', 'write:forum'] });
    const headers = { ...program.headers, cookie: site.member.cookie, accept: 'application/json' };
    const thread = await site.createThread();
    const sent = { 'content-type': 'application/json', ...headers, origin: 'https://elsewhere.example' };
    const content = JSON.stringify({ thread_id: thread, content: 'By the program' });
    const reply = await exchange(site.url, { method: 'POST', path: '/api/forums/posts', headers: sent, body: content });
    expect(reply.status).toBe(201);
    expect(await site.get(`/forums/posts/${thread}`)).toMatchObject([{ user_id: program.id }]);
    const firstResponse = await exchange(site.url, { method: 'GET', path: '/api/forums/sections', headers });
    const conditional = { ...headers, 'if-none-match': String(firstResponse.headers.etag) };
    expect(
      (await exchange(site.url, { method: 'GET', path: '/api/forums/sections', headers: conditional })).status,
    ).toBe(304);
  });

  test('a program can read pictures in the posts that it can see', async () => {
    const program = await TestProgram.create(site);
    const { headers } = program;
    const unknown = await site.send('GET', '/uploads/none.webp', undefined, { prefix: '', headers });
    expect(unknown.status).toBe(404);
    await program.revoke();
    expect((await site.send('GET', '/uploads/none.webp', undefined, { prefix: '', headers })).status).toBe(401);
  });
});
