import { memberRole } from '@guildhall/domain/roles.js';
import type { AccountRow, BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import { describe, expect, test } from 'vitest';
import { getPassword } from '../../support/site/member.js';
import { isLoggedIn, logIn, createPersonWithPassword, register } from '../../support/site/people.js';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const readTable = (query: string) => site.get<AccountRow[]>(`/admin/users?${query}`, site.admin);
const getRow = (id: number) => site.get<AccountRow>(`/admin/users/${id}`, site.admin);
const run = (path: string, body?: object, as: SiteMember = site.admin) => site.send('POST', path, body, { as });
const getCode = ({ status, json }: { status: number; json: unknown }) => [status, (json as { code: string }).code];
const formatWeekFromNow = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();

async function createHolder(...keys: string[]): Promise<SiteMember> {
  const { id } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
  for (const permission of keys)
    await site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: site.admin });
  const person = await site.createMember(site.createName());
  await site.perform('POST', `/admin/role/${person.id}`, { role: id }, { as: site.admin });
  return person;
}

describe('user table', () => {
  test("lists each account with the table's fields, only for holders of view_all_users", async () => {
    const viewer = await createHolder('view_all_users');
    await site.createReply(await site.createThread(site.other), site.other);
    const row = (await site.get<AccountRow[]>('/admin/users?search=robin', viewer)).at(0);
    expect(row?.permissions).toEqual(memberRole.keys);
    expect((await getRow(viewer.id)).permissions).toContain('view_all_users');
    expect(row).toEqual({
      id: site.other.id,
      username: 'Robin',
      email: 'Robin@example.org',
      verified: true,
      banned: false,
      ban: null,
      is_admin: false,
      role: 'Member',
      role_id: 2,
      permissions: row?.permissions,
      avatar_url: row?.avatar_url,
      created_at: row?.created_at,
      posts: 2,
      last_seen: row?.last_seen,
    });
    expect(getCode(await site.send('GET', '/admin/users', undefined, { as: site.member }))).toEqual([404, 'not-found']);
    expect(getCode(await site.send('GET', `/admin/users/${viewer.id}`, undefined, { as: site.member }))).toEqual([
      404,
      'not-found',
    ]);
  });

  test('searches users by name and address, and filters by role, ban and verification', async () => {
    const listIds = async (query: string) => (await readTable(query)).map(({ id }) => id);
    expect(await listIds('search=STEVE')).toEqual([site.member.id]);
    expect(await listIds('search=robin@EXAMPLE')).toEqual([site.other.id]);
    expect(await listIds('search=nobody%20at%20all')).toEqual([]);
    expect(await listIds('role_id=1')).toEqual([site.admin.id]);
    const bannedMember = await site.createMember('Griefer');
    await run(`/admin/ban/${bannedMember.id}`);
    expect(await listIds('banned=1')).toEqual([bannedMember.id]);
    expect(await listIds('banned=0')).not.toContain(bannedMember.id);
    await register(site, 'NotYet');
    const [unverifiedAccount, ...more] = await readTable('verified=false');
    expect([unverifiedAccount?.username, unverifiedAccount?.posts, more]).toEqual(['NotYet', 0, []]);
    expect((await readTable('verified=true')).map(({ username }) => username)).not.toContain('NotYet');
  });

  test.each(['username', 'email', 'created_at', 'posts', 'role'] as const)(
    'sorts users by %s in both directions',
    async (sort) => {
      const ascendingRows = await readTable(`sort=${sort}`);
      const descendingRows = await readTable(`sort=${sort}&order=desc`);
      expect(descendingRows.map(({ id }) => id)).toEqual(ascendingRows.map(({ id }) => id).reverse());
      const keys = ascendingRows.map((row) => {
        if (sort === 'posts') return String(row.posts).padStart(9, '0');
        return sort === 'role' && row.is_admin ? '' : String(row[sort]).toLowerCase();
      });
      expect(keys).toEqual([...keys].sort());
      expect(new Set(keys).size).toBeGreaterThan(1);
    },
  );

  test('paginates users and returns their total', async () => {
    const firstPage = await site.send('GET', '/admin/users?limit=2&sort=created_at', undefined, { as: site.admin });
    const wholeTable = await readTable('sort=created_at');
    expect(firstPage.headers['guildhall-total']).toBe(String(wholeTable.length));
    expect((firstPage.json as AccountRow[]).map(({ id }) => id)).toEqual(wholeTable.slice(0, 2).map(({ id }) => id));
    for (const limit of [2, wholeTable.length]) {
      const pages = await readPages<AccountRow>(site, `/admin/users?limit=${limit}&sort=created_at`, site.admin);
      expect(pages.flat()).toEqual(wholeTable);
      expect(pages).toHaveLength(Math.ceil(wholeTable.length / limit));
    }
  });

  test('the user table shows the last visit unless the member hides it', async () => {
    const person = await site.createMember(site.createName());
    const [session] = await site.services.vault.listSessions(person.id);
    expect((await getRow(person.id)).last_seen).toBe(session?.createdAt);
    const profile = { title: null, bio: null, links: [], hide_last_seen: true };
    await site.perform('PUT', '/account/profile', profile, { as: person });
    expect((await getRow(person.id)).last_seen).toBeNull();
  });

  test('the user table shows no last visit while presence is turned off for the site', async () => {
    const person = await site.createMember(site.createName());
    await site.perform('PUT', '/admin/settings', { presence: 0 }, { as: site.admin });
    expect((await getRow(person.id)).last_seen).toBeNull();
    await site.perform('PUT', '/admin/settings', { presence: 1 }, { as: site.admin });
    expect((await getRow(person.id)).last_seen).not.toBeNull();
  });

  test('the table reflects bans, renames, erasures and roles immediately', async () => {
    const person = await site.createMember(site.createName());
    await run(`/admin/ban/${person.id}`, { reason: 'Spam' });
    expect(await getRow(person.id)).toMatchObject({ banned: true, ban: { reason: 'Spam', until: null } });
    await run(`/admin/unban/${person.id}`);
    await run(`/admin/role/${person.id}`, { role: 1 });
    expect(await getRow(person.id)).toMatchObject({ banned: false, ban: null, is_admin: true, role: 'Admin' });
    await run(`/admin/role/${person.id}`, { role: 2 });
    await run(`/admin/delete/${person.id}`);
    expect(await readTable(`search=${person.name}`)).toEqual([]);
    expect(getCode(await site.send('GET', `/admin/users/${person.id}`, undefined, { as: site.admin }))).toEqual([
      404,
      'not-found',
    ]);
  });
});

describe('banning an account', () => {
  test('a ban is permanent without a body, or has a reason and an expiry', async () => {
    const person = await createPersonWithPassword(site);
    expect((await run(`/admin/ban/${person.id}`)).json).toMatchObject({ success: true, id: person.id });
    expect((await getRow(person.id)).ban).toEqual({ reason: null, until: null, site_only: false });
    const bannedUntil = formatWeekFromNow();
    await run(`/admin/ban/${person.id}`, { reason: '  Spawn camping ', until: bannedUntil, site_only: 1 });
    expect((await getRow(person.id)).ban).toMatchObject({
      reason: 'Spawn camping',
      until: bannedUntil,
      site_only: true,
    });
    expect((await logIn(site, person.name, getPassword(person.name))).json).toMatchObject({
      code: 'banned',
      reason: 'Spawn camping',
      until: bannedUntil,
    });
    await run(`/admin/unban/${person.id}`);
    expect((await logIn(site, person.name, getPassword(person.name))).status).toBe(200);
  });

  test("a ban permanently ends all of the member's sessions before responding", async () => {
    const person = await site.createMember(site.createName());
    expect(await isLoggedIn(site, person)).toBe(true);
    await run(`/admin/ban/${person.id}`);
    expect(await isLoggedIn(site, person)).toBe(false);
    expect(await site.services.vault.listSessions(person.id)).toEqual([]);
    await run(`/admin/unban/${person.id}`);
    expect(await isLoggedIn(site, person)).toBe(false);
  });

  test('an unverified account can be banned', async () => {
    await register(site, 'EarlyBan');
    const [row] = await readTable('search=earlyban');
    expect((await run(`/admin/ban/${row?.id}`)).status).toBe(200);
    expect((await getRow(row?.id ?? 0)).banned).toBe(true);
  });

  test('rejects assigning a role to an unverified account', async () => {
    await register(site, 'EarlyRole');
    const id = (await readTable('search=earlyrole'))[0]?.id ?? 0;
    expect(getCode(await run(`/admin/role/${id}`, { role: 1 }))).toEqual([409, 'unverified-gets-no-role']);
    expect((await run(`/admin/role/${id}`, { role: 2 })).status, 'they already have this role').toBe(200);
  });

  test('rejects a ban of an unknown account, an Admin or oneself, and a ban until a past date', async () => {
    const person = await site.createMember(site.createName());
    const banner = await createHolder('ban_accounts');
    expect(getCode(await run('/admin/ban/123456789'))).toEqual([404, 'not-found']);
    expect(getCode(await run('/admin/unban/123456789'))).toEqual([404, 'not-found']);
    expect(getCode(await run(`/admin/ban/${site.admin.id}`, {}, banner))).toEqual([403, 'forbidden']);
    expect((await run(`/admin/ban/${site.admin.id}`)).json).toMatchObject({ error: 'You cannot ban yourself.' });
    const pastBan = { until: '2020-01-01T00:00:00Z' };
    expect((await run(`/admin/ban/${person.id}`, pastBan)).json).toMatchObject({
      error: 'A ban must end in the future.',
      field: 'until',
    });
    const long = await run(`/admin/ban/${person.id}`, { reason: 'x'.repeat(501) });
    expect(getCode(long)).toEqual([400, 'reason-length']);
    const admin = await site.createMember(site.createName());
    await run(`/admin/role/${admin.id}`, { role: 1 });
    expect((await run(`/admin/ban/${admin.id}`)).json).toMatchObject({
      error: 'Give this Admin another role before you ban them.',
    });
    await run(`/admin/role/${admin.id}`, { role: '2' });
  });
});

describe('bulk calls for accounts', () => {
  test("returns each account's result in order, and one failure does not stop the others", async () => {
    const [a, b] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
    const ids = [a.id, 123456789, site.admin.id, b.id];
    const { results } = await site.perform<{ results: BulkResult[] }>(
      'POST',
      '/admin/users/bulk',
      { action: 'ban', ids, reason: 'A raid' },
      { as: site.admin },
    );
    expect(results.map(({ id, success, code }) => ({ id, success, code }))).toEqual([
      { id: a.id, success: true, code: undefined },
      { id: 123456789, success: false, code: 'not-found' },
      { id: site.admin.id, success: false, code: 'ban-yourself' },
      { id: b.id, success: true, code: undefined },
    ]);
    expect((await getRow(b.id)).ban).toMatchObject({ reason: 'A raid', until: null });
    expect(await isLoggedIn(site, a)).toBe(false);
    const [eventIds] = results.flatMap((result) => result.acts ?? []);
    expect((await run(`/admin/audit/${eventIds}/undo`, {})).status).toBe(200);
    expect((await getRow(a.id)).banned).toBe(false);
  });

  test('a repeated bulk call assigns roles, unbans and erases accounts only once', async () => {
    const people = [await site.createMember(site.createName()), await site.createMember(site.createName())];
    const ids = people.map(({ id }) => id);
    const bulk = (body: object, key?: string) =>
      site.perform<{ results: BulkResult[] }>(
        'POST',
        '/admin/users/bulk',
        { ids, ...body },
        {
          as: site.admin,
          ...(key && { key }),
        },
      );
    const { id: role } = await site.perform('POST', '/admin/roles', { name: site.createName() }, { as: site.admin });
    await bulk({ action: 'role', role });
    expect(await Promise.all(ids.map(async (id) => (await getRow(id)).role_id))).toEqual([role, role]);
    const thread = await site.createThread(people[0], { content: 'Of one who leaves' });
    const ban = { action: 'ban', until: '2100-01-01T00:00:00.000Z', reason: 'Both of them' };
    await bulk(ban, 'one key');
    const bans = await Promise.all(ids.map(async (id) => (await getRow(id)).ban));
    expect(bans).toMatchObject(ids.map(() => ({ until: ban.until, reason: ban.reason })));
    const headBefore = await site.readHead();
    const repeatedResponse = await bulk(ban, 'one key');
    expect(await site.readHead()).toBe(headBefore);
    expect(repeatedResponse.results.map(({ success }) => success)).toEqual([true, true]);
    await bulk({ action: 'unban' });
    const { results } = await bulk({ action: 'delete', texts: true });
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    for (const id of ids) expect(site.services.policy.isGone(id)).toBe(true);
    expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({ content: '[erased]' });
    const refusal = await run('/admin/users/bulk', { action: 'role', ids: [site.member.id] });
    expect(refusal.json).toMatchObject({ results: [{ success: false, code: 'role-unknown' }] });
  });

  test('a bulk call accepts one to a hundred accounts, and each action has its own permission', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => n + 1);
    expect((await run('/admin/users/bulk', { action: 'ban', ids })).status).toBe(400);
    expect((await run('/admin/users/bulk', { action: 'ban', ids: [] })).status).toBe(400);
    const banner = await createHolder('ban_accounts');
    const singleId = { ids: [site.member.id] };
    for (const action of ['role', 'delete']) {
      expect(getCode(await run('/admin/users/bulk', { action, ...singleId, role: 2 }, banner))).toEqual([
        404,
        'not-found',
      ]);
    }
    expect((await run('/admin/users/bulk', { action: 'unban', ...singleId }, banner)).status).toBe(200);
  });
});

describe('bulk calls for threads', () => {
  const bulk = (body: object, as = site.admin) =>
    site.perform<{ results: BulkResult[] }>('POST', '/forums/threads/bulk', body, { as });
  interface Thread {
    locked: boolean;
    sticky: boolean;
    subsection_id: number | null;
  }
  const getThread = (id: number) => site.get<Thread>(`/forums/threads/${id}`, site.admin);

  test('threads can be locked, pinned, moved, deleted and restored in bulk', async () => {
    const ids = [await site.createThread(), await site.createThread()];
    for (const action of ['lock', 'stick']) await bulk({ action, ids });
    for (const id of ids) expect(await getThread(id)).toMatchObject({ locked: true, sticky: true });
    for (const action of ['unlock', 'unstick']) await bulk({ action, ids });
    for (const id of ids) expect(await getThread(id)).toMatchObject({ locked: false, sticky: false });
    const subsection_id = await site.createSubsection();
    await bulk({ action: 'move', ids, section_id: site.section, subsection_id });
    for (const id of ids) expect(await getThread(id)).toMatchObject({ subsection_id });
    await bulk({ action: 'delete', ids, reason: 'Spam' });
    for (const id of ids) expect((await site.send('GET', `/forums/threads/${id}`)).status).toBe(404);
    await bulk({ action: 'restore', ids });
    for (const id of ids) expect(await getThread(id)).toMatchObject({ subsection_id });
  });

  test('rejects each bulk action without its permission, and for threads in hidden places', async () => {
    const hiddenSection = await site.createSection();
    const ids = [
      await site.createThread(),
      await site.createThread(site.admin, { section_id: hiddenSection }),
      123456789,
    ];
    await site.hide(hiddenSection);
    const { results } = await bulk({ action: 'lock', ids }, site.other);
    expect(results.map(({ code }) => code)).toEqual(['forbidden', 'not-found', 'not-found']);
    const refusal = await site.send('POST', '/forums/threads/bulk', { action: 'move', ids }, { as: site.admin });
    expect(refusal.json).toMatchObject({ field: 'section_id' });
  });
});

test('staff cannot erase themselves with the staff call, which needs no password', async () => {
  for (const person of [await site.createMember(site.createName()), site.admin]) {
    const headBefore = await site.readHead();
    const singleDeletion = await site.send('POST', `/admin/delete/${person.id}`, {}, { as: person });
    expect(singleDeletion.status).toBe(person === site.admin ? 403 : 404);
    const bulkDeletion = await site.send(
      'POST',
      '/admin/users/bulk',
      { action: 'delete', ids: [person.id] },
      { as: person },
    );
    expect(JSON.stringify(bulkDeletion.json)).not.toContain('"success":true,"acts"');
    expect(await site.readHead()).toBe(headBefore);
  }
});
