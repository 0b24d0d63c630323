import type { RoleHolder, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { computeContrast } from '@guildhall/domain/theme/colour.js';
import { parseTheme } from '@guildhall/domain/theme/css.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { describe, expect, test } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const readRoles = (as: SiteMember = site.admin) => site.get<RoleRow[]>('/admin/roles', as);
const getRole = async (id: number) => (await readRoles()).find((role) => role.id === id);
const send = (method: string, path: string, body?: object, as = site.admin) => site.send(method, path, body, { as });
const readHolders = (id: number, query = '') =>
  site.get<RoleHolder[]>(`/admin/roles/${id}/holders${query}`, site.admin);

describe('roles', () => {
  test('a new site has the roles Admin and Member with fixed permissions', async () => {
    const [admin, member] = await readRoles();
    expect(admin).toMatchObject({ id: 1, name: 'Admin', default: true, holders: 1 });
    expect(admin?.permissions.length).toBe(13);
    expect(member).toMatchObject({ id: 2, name: 'Member', default: true, holders: 2 });
    expect(member?.permissions).toEqual(['view_forums', 'create_topics', 'comment']);
  });

  test('a role can be created with a name, a description and Member’s permissions', async () => {
    const createdRole = await send('POST', '/admin/roles', { name: '  Builder ', description: 'Builds the spawn' });
    const { id } = createdRole.json as { id: number };
    expect(await getRole(id)).toEqual({
      id,
      name: 'Builder',
      display_name: 'Builder',
      description: 'Builds the spawn',
      default: false,
      holders: 0,
      color: null,
      permissions: ['view_forums', 'create_topics', 'comment'],
    });
  });

  test.each([
    [{ name: '   ' }, 400, 'Role name is required!'],
    [{}, 400, 'Role name is required!'],
    [{ name: 'Admin' }, 400, 'Cannot create a default role!'],
    [{ name: ' member' }, 400, 'Cannot create a default role!'],
    [{ name: 'x'.repeat(41) }, 400, 'A name can have at most 40 characters.'],
    ...['red', '#fff', '#12345g', 'url(x)', 5].map((color): [object, number, string] => [
      { name: 'Painter', color },
      400,
      'Write a colour as # and six hex digits, like #2e9e5b.',
    ]),
  ])('rejects an invalid role name or colour ($#)', async (body, status, error) => {
    const response = await send('POST', '/admin/roles', body);
    expect([response.status, (response.json as { error: string }).error]).toEqual([status, error]);
  });

  test("changes a role's name and permissions in a single call that succeeds or fails as a whole", async () => {
    const createdRole = await send('POST', '/admin/roles', { name: 'Warden' });
    const { id } = createdRole.json as { id: number };
    const change = { name: 'Ranger', permissions: { lock_topics: true, sticky_topics: true } };
    const { acts = [] } = (await send('PUT', `/admin/roles/${id}`, change)).json as WriteResponse;
    const roleBefore = await getRole(id);
    expect(roleBefore).toMatchObject({
      name: 'Ranger',
      permissions: expect.arrayContaining(['lock_topics']) as unknown,
    });
    expect(roleBefore?.permissions).toHaveLength(5);
    const entries = await site.get<AuditRow[]>('/admin/audit?limit=3', site.admin);
    expect(entries.map(({ kind }) => kind)).toEqual(['RoleKeyGiven', 'RoleKeyGiven', 'RoleChanged']);
    expect(entries.map(({ id: entry }) => entry).sort()).toEqual([...acts].sort());
    const refusedRole = { name: 'Scout', permissions: { lock_topics: false, comment: false } };
    expect((await send('PUT', `/admin/roles/${id}`, refusedRole)).json).toMatchObject({ code: 'role-includes' });
    expect(await getRole(id)).toEqual(roleBefore);
  });

  test('colours a role in a readable tone for each appearance', async () => {
    const title = 'Night "watch" \\ }';
    const body = { name: 'watch', display_name: title, color: '#101080' };
    const { id } = (await send('POST', '/admin/roles', body)).json as { id: number };
    expect((await getRole(id))?.color).toBe('#101080');
    const measureContrasts = async (scheme: string) => {
      const headers = { cookie: `scheme=${scheme}` };
      const { text } = await site.send('GET', '/theme.css', undefined, { prefix: '', headers });
      const [, color = ''] =
        /\[data-role="Night\\20 \\22 watch\\22 \\20 \\5c \\20 \\7d "\] {\n--role-color: (.*);\n}/.exec(text) ?? [];
      const colours = parseTheme(text);
      return ['bg', 'bg-raised', 'row-hover'].map(
        (name) => computeContrast(color, colours[`--color-${name}`] ?? '') ?? 0,
      );
    };
    for (const [scheme, least] of [
      ['dark', 4.5],
      ['light', 4.5],
      ['high-contrast', 7],
    ] as const)
      for (const contrast of await measureContrasts(scheme)) expect(contrast, scheme).toBeGreaterThanOrEqual(least);
    const changedRole = await send('PUT', `/admin/roles/${id}`, { ...body, color: '#FFF3A0' });
    expect((await getRole(id))?.color).toBe('#fff3a0');
    const [entry] = await site.get<AuditRow[]>('/admin/audit?limit=1', site.admin);
    expect(entry).toMatchObject({ before: { color: '#101080' }, after: { color: '#fff3a0' } });
    const { acts: [act = ''] = [] } = changedRole.json as WriteResponse;
    expect((await send('POST', `/admin/audit/${act}/undo`, {})).status).toBe(200);
    expect((await getRole(id))?.color).toBe('#101080');
    await send('PUT', `/admin/roles/${id}`, { ...body, color: null });
    expect((await getRole(id))?.color).toBeNull();
  });

  test("shows a role's display name next to its holders", async () => {
    const { id } = (await send('POST', '/admin/roles', { name: 'mason', display_name: 'Master mason' })).json as {
      id: number;
    };
    const holder = await createHolder(site, id);
    const thread = await site.createThread(holder);
    expect(await site.get<object>(`/forums/threads/${thread}`)).toMatchObject({ role: 'Master mason' });
    expect(await site.get<object>(`/profile/${holder.name}`)).toMatchObject({ user: { role: 'Master mason' } });
  });

  test('granting or revoking a permission affects the holders immediately', async () => {
    const role = await createRoleWith(site);
    const holder = await createHolder(site, role);
    const thread = await site.createThread();
    const lock = (locked: boolean) =>
      send('PUT', `/forums/threads/${thread}`, { title: 'A title', content: 'What it says', locked }, holder);
    expect((await lock(true)).status).toBe(403);
    await send('POST', `/admin/roles/${role}/permissions`, { permission: 'lock_topics' });
    expect((await getRole(role))?.permissions).toEqual(['view_forums', 'create_topics', 'comment', 'lock_topics']);
    expect((await lock(true)).status).toBe(200);
    await send('DELETE', `/admin/roles/${role}/permissions/lock_topics`);
    expect((await lock(false)).status).toBe(403);
    const unknownPermission = await send('POST', `/admin/roles/${role}/permissions`, { permission: 'fly' });
    expect(unknownPermission.json).toMatchObject({ error: 'That permission does not exist.', field: 'permission' });
    expect((await send('DELETE', `/admin/roles/${role}/permissions/fly`)).status).toBe(400);
  });

  test("rejects removing Member's permissions from another role", async () => {
    const { id } = (await send('POST', '/admin/roles', { name: site.createName() })).json as { id: number };
    for (const permission of ['view_forums', 'create_topics', 'comment']) {
      const { status, json } = await send('DELETE', `/admin/roles/${id}/permissions/${permission}`);
      const error = 'Every role includes what Member may do. That permission cannot be removed.';
      expect([status, json]).toEqual([403, { error, code: 'role-includes', field: 'permission' }]);
    }
  });

  test('role names must be unique, and fixed roles cannot be renamed or deleted', async () => {
    const [first, second] = [await createRoleWith(site), await createRoleWith(site)];
    await send('PUT', `/admin/roles/${first}`, { name: 'helper', display_name: 'Helper', description: 'Helps' });
    expect(await getRole(first)).toMatchObject({ name: 'helper', display_name: 'Helper', description: 'Helps' });
    const nameTaken = await send('PUT', `/admin/roles/${second}`, { name: 'HELPER' });
    expect(nameTaken.json).toMatchObject({ error: 'A role with that name already exists.' });
    for (const id of [1, 2]) {
      const fixedRoleResponses = [
        await send('PUT', `/admin/roles/${id}`, { name: 'Other' }),
        await send('DELETE', `/admin/roles/${id}`),
        await send('POST', `/admin/roles/${id}/permissions`, { permission: 'lock_topics' }),
        await send('DELETE', `/admin/roles/${id}/permissions/comment`),
      ];
      for (const response of fixedRoleResponses) {
        expect([response.status, response.json]).toMatchObject([403, { error: 'A default role cannot be changed.' }]);
      }
    }
  });

  test("a deleted role's holders become Members until the deletion is undone", async () => {
    const role = await createRoleWith(site, 'sticky_topics');
    const holder = await createHolder(site, role);
    expect((await readHolders(role)).map(({ id }) => id)).toEqual([holder.id]);
    const deletion = await send('DELETE', `/admin/roles/${role}`, { reason: 'Not needed' });
    expect(await getRole(role)).toBeUndefined();
    expect(site.services.policy.getRoleId(holder.id)).toBe(2);
    expect((await send('GET', `/admin/roles/${role}/holders`)).status).toBe(404);
    const [entry] = (deletion.json as { acts: string[] }).acts;
    await site.perform('POST', `/admin/audit/${entry}/undo`, {}, { as: site.admin });
    expect(await getRole(role)).toMatchObject({ holders: 1 });
    expect(site.services.policy.getRoleId(holder.id)).toBe(role);
  });

  test("paginates a role's holders by name", async () => {
    const role = await createRoleWith(site);
    const people = [await createHolder(site, role), await createHolder(site, role), await createHolder(site, role)];
    const firstPage = await send('GET', `/admin/roles/${role}/holders?limit=2`);
    expect(firstPage.headers['guildhall-total']).toBe('3');
    expect(firstPage.headers.link).toContain('page=2');
    for (const limit of [1, 2, 3]) {
      const pages = await readPages<RoleHolder>(site, `/admin/roles/${role}/holders?limit=${limit}`, site.admin);
      expect(pages[0]).toHaveLength(limit);
      expect(pages.flat().map(({ username }) => username)).toEqual(people.map(({ name }) => name));
    }
    expect((await getRole(role))?.holders).toBe(3);
  });

  test('lists roles for holders of manage_roles or view_all_users and responds with 404 to others', async () => {
    for (const key of ['manage_roles', 'view_all_users'] as const) {
      const holder = await createHolder(site, await createRoleWith(site, key));
      expect((await readRoles(holder)).length).toBeGreaterThan(2);
    }
    const banner = await createHolder(site, await createRoleWith(site, 'ban_accounts'));
    expect((await send('GET', '/admin/roles', undefined, banner)).status).toBe(404);
    const viewer = await createHolder(site, await createRoleWith(site, 'view_all_users'));
    expect((await send('POST', '/admin/roles', { name: 'Mine' }, viewer)).status).toBe(404);
  });
});

describe('role with access to a hidden section', () => {
  const flags = { can_view: 1, can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
  const refusal = {
    code: 'forbidden',
    error: 'You can only manage people and roles whose permissions you also have, in every section.',
  };

  async function buildHiddenSection() {
    const [section_id, insiders] = [await site.createSection(), await createRoleWith(site)];
    const viewer = await createHolder(site, insiders);
    const managers = await createRoleWith(site, 'manage_roles', 'ban_accounts', 'delete_accounts');
    const manager = await createHolder(site, managers);
    const open = async (...roleIds: number[]) => {
      const entries = roleIds.map((role_id) => ({ role_id, ...flags }));
      entries.push({ role_id: 2, ...flags, can_view: 0 });
      const savedEntries = await send('PUT', '/forums/permissions', { section_id, entries });
      expect(savedEntries.status).toBe(200);
    };
    await open(insiders);
    return { section_id, insiders, insider: viewer, managers, manager, open };
  }

  test('rejects managing a role with access to a section hidden from the caller', async () => {
    const { section_id, insiders, insider, manager } = await buildHiddenSection();
    const friend = await site.createMember(site.createName());
    const calls: [string, string, object?][] = [
      ['POST', `/admin/role/${friend.id}`, { role: insiders }],
      ['POST', `/admin/role/${manager.id}`, { role: insiders }],
      ['POST', `/admin/role/${insider.id}`, { role: 2 }],
      ['PUT', `/admin/roles/${insiders}`, { name: 'Mine now' }],
      ['POST', `/admin/roles/${insiders}/permissions`, { permission: 'manage_roles' }],
      ['DELETE', `/admin/roles/${insiders}`],
      ['POST', `/admin/ban/${insider.id}`, { reason: 'Because' }],
      ['POST', `/admin/delete/${insider.id}`, { texts: false }],
    ];
    for (const [method, path, body] of calls) {
      const response = await send(method, path, body, manager);
      expect([path, response.status, response.json]).toEqual([path, 403, refusal]);
    }
    const bulk = await send('POST', '/admin/users/bulk', { action: 'role', ids: [friend.id], role: insiders }, manager);
    expect(bulk.json).toMatchObject({ results: [{ success: false, ...refusal }] });
    for (const person of [friend, manager]) {
      const visibleSections = await site.get<{ id: number }[]>('/forums/sections', person);
      expect(visibleSections.map(({ id }) => id)).not.toContain(section_id);
    }
  });

  test('Admins and members who see a hidden section can assign a role with access to it', async () => {
    const { insiders, managers, manager, open } = await buildHiddenSection();
    const [friend, other] = [await site.createMember(site.createName()), await site.createMember(site.createName())];
    expect((await send('POST', `/admin/role/${other.id}`, { role: insiders })).status).toBe(200);
    await open(insiders, managers);
    expect((await send('POST', `/admin/role/${friend.id}`, { role: insiders }, manager)).status).toBe(200);
  });

  test('rejects restoring a role with access to a section hidden from the caller', async () => {
    const { insiders, insider, manager } = await buildHiddenSection();
    await site.perform('POST', `/admin/role/${insider.id}`, { role: 2 }, { as: site.admin });
    const [takenEntry] = await site.get<{ id: string }[]>('/admin/audit?area=staff&limit=1', site.admin);
    expect((await send('POST', `/admin/audit/${takenEntry?.id}/undo`, {}, manager)).status).toBe(403);
    expect(site.services.policy.getRoleId(insider.id)).toBe(2);
    expect((await send('POST', `/admin/audit/${takenEntry?.id}/undo`)).status).toBe(200);
    expect(site.services.policy.getRoleId(insider.id)).toBe(insiders);
  });
});

describe('assigning a role', () => {
  test('rejects an unknown role, an unknown account, and a role change for the last Admin', async () => {
    const readCode = async (response: ReturnType<typeof send>) => ((await response).json as { code: string }).code;
    expect(await readCode(send('POST', '/admin/role/123456789', { role: 2 }))).toBe('not-found');
    expect(await readCode(send('POST', `/admin/role/${site.member.id}`, { role: 123456789 }))).toBe('role-unknown');
    expect(await readCode(send('POST', `/admin/role/${site.member.id}`, {}))).toBe('validation');
    const last = await send('POST', `/admin/role/${site.admin.id}`, { role: 2 });
    expect([last.status, last.json]).toMatchObject([
      409,
      { error: 'The last Admin cannot lose that role. Make someone else an Admin first.', code: 'last-admin' },
    ]);
    await send('POST', `/admin/ban/${site.other.id}`);
    expect(await readCode(send('POST', `/admin/role/${site.other.id}`, { role: 1 }))).toBe('banned-gets-no-role');
    await send('POST', `/admin/unban/${site.other.id}`);
  });
});
