import type { MatrixResponse, PermissionEntryRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  site.send(method, path, body, { as: site.admin, headers });
const readSections = (query = '', as = site.admin) => site.get<SectionRow[]>(`/forums/sections${query}`, as);
const flags = { can_view: 1, can_post: 0, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
const readEntries = (query = '') => site.get<PermissionEntryRow[]>(`/forums/permissions${query}`, site.admin);
const readMatrix = (query: string) => site.get<MatrixResponse>(`/forums/permissions/matrix?${query}`, site.admin);

describe('permission entries', () => {
  test('permission entries can be set, listed and removed with the documented calls', async () => {
    const section_id = await site.createSection();
    const subsection_id = await site.createSubsection(section_id);
    const createdSection = await site.perform(
      'POST',
      '/forums/permissions',
      { section_id, subsection_id: null, role_id: 2, ...flags },
      { as: site.admin },
    );
    await send('POST', '/forums/permissions', {
      section_id: null,
      subsection_id: String(subsection_id),
      role_id: '2',
      ...flags,
    });
    const readAndReplyOnly = {
      can_view: true,
      can_post: false,
      can_reply: true,
      can_delete_post: false,
      can_emoji_react: true,
    };
    expect(await readEntries(`?section_id=${section_id}`)).toEqual([
      { id: createdSection.id, section_id, subsection_id: null, role_id: 2, ...readAndReplyOnly },
    ]);
    const [inside] = await readEntries(`?subsection_id=${subsection_id}`);
    expect(inside).toEqual({ id: inside?.id, section_id: null, subsection_id, role_id: 2, ...readAndReplyOnly });
    expect((await readEntries()).map(({ id }) => id)).toEqual(expect.arrayContaining([createdSection.id, inside?.id]));
    expect((await send('DELETE', `/forums/permissions/${createdSection.id}`)).status).toBe(200);
    expect((await send('DELETE', `/forums/permissions/${createdSection.id}`)).status).toBe(404);
    expect(await readEntries(`?section_id=${section_id}`)).toEqual([]);
  });

  test('returns the saved permission entries after a client deleted and recreated them', async () => {
    const section_id = await site.createSection();
    const save = async (can_post: number) => {
      for (const { id } of await readEntries(`?section_id=${section_id}`))
        await send('DELETE', `/forums/permissions/${id}`);
      for (const role_id of [1, 2]) {
        const body = { section_id, subsection_id: null, role_id, ...flags, can_post };
        expect((await send('POST', '/forums/permissions', body)).status).toBe(201);
      }
    };
    await save(0);
    const entriesBefore = await readEntries(`?section_id=${section_id}`);
    await save(1);
    const after = await readEntries(`?section_id=${section_id}`);
    expect(after.map(({ id }) => id)).toEqual(entriesBefore.map(({ id }) => id));
    expect(after.map(({ can_post }) => can_post)).toEqual([true, true]);
    const thread = await site.send(
      'POST',
      '/forums/threads',
      { section_id, title: 'A title', content: 'x' },
      { as: site.member },
    );
    expect(thread.status).toBe(201);
  });

  test('rejects permission entries based on an outdated version', async () => {
    const section_id = await site.createSection();
    const { version } = await readMatrix(`section_id=${section_id}`);
    expect(version).toBe(1);
    const body = { section_id, entries: [{ role_id: 2, ...flags }] };
    expect((await send('PUT', '/forums/permissions', body, { 'if-match': '"1"' })).status).toBe(200);
    const lateSave = await send('PUT', '/forums/permissions', { ...body, entries: [] }, { 'if-match': '"1"' });
    expect([lateSave.status, lateSave.json]).toMatchObject([412, { code: 'changed-since' }]);
    expect(await readMatrix(`section_id=${section_id}`)).toMatchObject({ version: 2, entries: [{ role_id: 2 }] });
    expect((await send('PUT', '/forums/permissions', { ...body, entries: [] })).status).toBe(200);
    expect((await send('PUT', '/forums/permissions', body, { 'if-match': 'x' })).status).toBe(400);
  });

  test('rejects permission entries for unknown places and roles', async () => {
    const section_id = await site.createSection();
    const post = (body: object) => send('POST', '/forums/permissions', { role_id: 2, ...flags, ...body });
    expect((await post({})).json).toMatchObject({ code: 'validation', field: 'section_id' });
    expect((await post({ section_id: 123456789 })).status).toBe(404);
    expect((await post({ section_id, subsection_id: 123456789 })).status).toBe(404);
    expect((await post({ section_id, role_id: 123456789 })).json).toMatchObject({ code: 'role-unknown' });
    expect((await post({ section_id, can_view: 2 })).json).toMatchObject({ field: 'can_view' });
    expect((await send('GET', '/forums/permissions/matrix')).status).toBe(400);
  });

  test("rejects another section's subsection and names the field", async () => {
    const section_id = await site.createSection();
    const subsection_id = await site.createSubsection(await site.createSection());
    const placeIds = { section_id, subsection_id };
    const query = `section_id=${section_id}&subsection_id=${subsection_id}`;
    const refusals = [
      await send('POST', '/forums/permissions', { ...placeIds, role_id: 2, ...flags }),
      await send('PUT', '/forums/permissions', { ...placeIds, entries: [{ role_id: 2, ...flags }] }),
      await send('GET', `/forums/permissions?${query}`),
      await send('GET', `/forums/permissions/matrix?${query}`),
    ];
    for (const { status, json } of refusals) {
      expect([status, json]).toMatchObject([400, { code: 'validation', field: 'subsection_id' }]);
    }
  });
});

describe('managing sections', () => {
  test('rejects a section change based on an outdated version', async () => {
    const id = await site.createSection();
    const version = (await readSections()).find((section) => section.id === id)?.version;
    expect(version).toBe(1);
    const name = site.createName();
    expect((await send('PUT', `/forums/sections/${id}`, { name }, { 'if-match': '1' })).status).toBe(200);
    const lateSave = await send('PUT', `/forums/sections/${id}`, { name: site.createName() }, { 'if-match': '"1"' });
    expect(lateSave.json).toMatchObject({ code: 'changed-since', error: 'Someone changed this in the meantime.' });
    expect((await readSections()).find((section) => section.id === id)).toMatchObject({ name, version: 2 });
    const sub = await site.createSubsection(id);
    expect((await send('PUT', `/forums/subsections/${sub}`, { name }, { 'if-match': '"2"' })).status).toBe(412);
  });

  test('Admins can list deleted places and restore them with their content', async () => {
    const id = await site.createSection();
    const sub = await site.createSubsection(id);
    const thread = await site.createThread(site.member, { section_id: id, subsection_id: sub });
    await send('DELETE', `/forums/subsections/${sub}`, { reason: 'Empty' });
    await send('DELETE', `/forums/sections/${id}`);
    expect((await readSections()).map((section) => section.id)).not.toContain(id);
    const listedSection = (await readSections('?deleted=1')).find((section) => section.id === id);
    expect(listedSection).toMatchObject({
      deleted: true,
      subcategories: [{ id: sub, deleted: true, thread_count: 1 }],
    });
    expect((await readSections('?deleted=1', site.member)).map((section) => section.id)).not.toContain(id);
    expect((await send('POST', `/forums/subsections/${sub}/restore`)).status).toBe(404);
    expect((await send('POST', `/forums/sections/${id}/restore`)).status).toBe(200);
    expect((await send('POST', `/forums/subsections/${sub}/restore`)).status).toBe(200);
    expect((await site.send('GET', `/forums/threads/${thread}`)).status).toBe(200);
  });

  test('a new section order must contain each section exactly once', async () => {
    const listIds = async () => (await readSections()).map(({ id }) => id);
    const order = (await listIds()).reverse();
    expect((await send('PUT', '/forums/sections/order', { ids: order })).status).toBe(200);
    expect(await listIds()).toEqual(order);
    for (const invalidOrder of [order.slice(1), [...order.slice(1), order[1]], [...order, 123456789]]) {
      const refusal = await send('PUT', '/forums/sections/order', { ids: invalidOrder });
      expect([refusal.status, refusal.json]).toMatchObject([412, { code: 'changed-since' }]);
    }
    const section_id = await site.createSection();
    const subs = [await site.createSubsection(section_id), await site.createSubsection(section_id)];
    await send('PUT', '/forums/subsections/order', { section_id, ids: subs.toReversed() });
    const listedSubsections = await site.get<{ id: number }[]>(`/forums/subsections/${section_id}`);
    expect(listedSubsections.map(({ id }) => id)).toEqual(subs.toReversed());
  });
});

describe('section prefixes', () => {
  test('section prefixes can be set and undone, and retain their ids', async () => {
    const id = await site.createSection();
    const readPrefixes = async () => (await readSections()).find((section) => section.id === id)?.prefixes ?? [];
    const path = `/forums/sections/${id}/prefixes`;
    const createdPrefixes = await send('PUT', path, { prefixes: [{ label: ' Bug ', color: 'red' }] });
    expect(createdPrefixes.status).toBe(200);
    const [bug] = await readPrefixes();
    expect(bug).toMatchObject({ label: 'Bug', color: 'red' });
    const prefixDrafts = [
      { label: 'Idea', color: 'blue' },
      { ...bug, label: 'Defect' },
    ];
    const changedPrefixes = await send('PUT', path, { prefixes: prefixDrafts });
    expect(await readPrefixes()).toMatchObject([{ label: 'Idea' }, { id: bug?.id, label: 'Defect' }]);
    const [act] = (changedPrefixes.json as { acts: string[] }).acts;
    expect((await send('POST', `/admin/audit/${act}/undo`)).status).toBe(200);
    expect(await readPrefixes()).toEqual([bug]);
    const [entry] = await site.get<{ before: unknown; after: unknown }[]>('/admin/audit?limit=1', site.admin);
    expect(entry).toMatchObject({ after: { prefixes: [bug] } });
  });

  test.each([
    ['an unknown id', 412, [{ id: 123, label: 'Bug', color: 'red' }]],
    ['an unknown colour', 400, [{ label: 'Bug', color: 'pink' }]],
    ['a duplicate label', 400, ['Bug', 'bug'].map((label) => ({ label, color: 'red' }))],
    ['a label that is too long', 400, [{ label: 'x'.repeat(31), color: 'red' }]],
    ['too many', 400, Array.from({ length: 21 }, (_, n) => ({ label: `p${n}`, color: 'red' }))],
  ])('rejects section prefixes with %s', async (_, status, prefixes) => {
    const id = await site.createSection();
    expect((await send('PUT', `/forums/sections/${id}/prefixes`, { prefixes })).status).toBe(status);
  });
});

describe('section rules', () => {
  test('shows section rules to everyone, and can undo a change to them', async () => {
    const name = site.createName();
    const id = await site.createSection({ name });
    const readRules = async () => (await readSections('', site.member)).find((section) => section.id === id)?.rules;
    expect(await readRules()).toBe('');
    const change = { name, description: '', rules: 'Be kind.\nNo spam.' };
    const path = `/forums/sections/${id}`;
    const { acts } = await site.perform<{ acts: string[] }>('PUT', path, change, { as: site.admin });
    expect(await readRules()).toBe('Be kind.\nNo spam.');
    await site.perform('POST', `/admin/audit/${acts[0]}/undo`, {}, { as: site.admin });
    expect(await readRules()).toBe('');
  });

  test('rejects section rules that are too long', async () => {
    const body = { name: site.createName(), description: '', rules: 'x'.repeat(601) };
    const { status, json } = await send('POST', '/forums/sections', body);
    expect([status, json]).toMatchObject([400, { field: 'rules' }]);
  });
});
