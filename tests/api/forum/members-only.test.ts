import { guestRole } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { createOperations } from '@guildhall/server/app.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { findValidCall } from '../../support/calls/valid-calls.js';
import { buildPath } from '../../support/calls/valid-calls/valid-call.js';
import { testSite } from '../../support/site/site.js';

/** This mark appears in every name and post of the members-only section. */
const mark = 'Zyxomma';
const site = testSite();
const hiddenIds = { section: 0, thread: 0, reply: 0 };
let auditEntry = '';
const noFlags = { can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
const setGuestEntry = (fields: object) =>
  site.send(
    'POST',
    '/forums/permissions',
    { section_id: hiddenIds.section, role_id: guestRole.id, ...noFlags, ...fields },
    { as: site.admin },
  );
const fetchPage = (path: string, as?: { cookie: string }) =>
  site.send('GET', path, undefined, { as, prefix: '', headers: { accept: 'text/html' } });
const getThreadPath = () => `/forums/thread/${hiddenIds.thread}`;

beforeAll(async () => {
  const names = { name: mark, display_name: `${mark} section`, description: mark };
  hiddenIds.section = (await site.perform('POST', '/forums/sections', names, { as: site.admin })).id;
  const texts = { title: `${mark} title`, content: `${mark} text`, section_id: hiddenIds.section };
  hiddenIds.thread = await site.createThread(site.member, texts);
  hiddenIds.reply = await site.createReply(hiddenIds.thread, site.member, mark);
  await site.catchUpViews();
  // These pages are cached before the section is hidden.
  for (const path of ['/forums', getThreadPath(), '/sitemap.xml', '/feed.atom']) await fetchPage(path);
  expect((await fetchPage(getThreadPath())).text).toContain(mark);
  [auditEntry = ''] = ((await setGuestEntry({})).json as { acts: string[] }).acts;
  await site.catchUpViews();
});

describe('guest role', () => {
  test('the guest role has permission entries, but is in no list and cannot be assigned to a member', async () => {
    const entries = await site.get<object[]>(`/forums/permissions?section_id=${hiddenIds.section}`, site.admin);
    expect(entries).toEqual([expect.objectContaining({ role_id: guestRole.id, can_view: false, can_reply: false })]);
    const roles = await site.get<RoleRow[]>('/admin/roles', site.admin);
    expect(roles.map(({ id }) => id)).not.toContain(guestRole.id);
    const path = `/admin/role/${site.other.id}`;
    const response = await site.send('POST', path, { role: guestRole.id }, { as: site.admin });
    expect([response.status, response.json]).toMatchObject([400, { code: 'role-unknown' }]);
  });

  test('guests cannot be granted more than the permission to view', async () => {
    const response = await setGuestEntry({ can_view: 1, can_reply: 1 });
    expect([response.status, response.json]).toMatchObject([400, { code: 'guests-only-view', field: 'can_reply' }]);
  });
});

describe('members-only section', () => {
  test('guests do not see a members-only section in any response', { timeout: 60_000 }, async () => {
    for (const { method, path } of createOperations(site.services)) {
      if (method !== 'get') continue;
      const call = await findValidCall(`${method} ${path}`)(site, site.member);
      if (call.cookie) continue; // These calls concern only the sender's own account.
      expect((await site.send('GET', buildPath(path, call))).text, path).not.toContain(mark);
      if (!path.startsWith('/forums/') || !path.includes(':id')) continue;
      for (const id of Object.values(hiddenIds)) {
        const { status } = await site.send('GET', buildPath(path, { id, params: { kind: 'post', username: 'Steve' } }));
        expect(status, `${path} of ${id}`).toBeGreaterThanOrEqual(400);
      }
    }
    const query = `q=${mark}&after=${site.services.historyId}.${await site.readHead()}`;
    expect((await site.send('GET', `/search?${query}`)).text).not.toContain(`${mark} t`);
  });

  test('guests do not see a members-only section in pages or feeds', async () => {
    for (const path of ['/', '/forums', '/latest', '/profile/Steve', '/feed.atom']) {
      const { status, text } = await fetchPage(path);
      expect([status, text.includes(mark)], path).toEqual([200, false]);
    }
    for (const path of [getThreadPath(), `/forums/${mark}`, `/forums/${mark}/feed.atom`]) {
      expect((await fetchPage(path)).status, path).toBe(404);
    }
  });

  test('the sitemap omits members-only sections from every page', async () => {
    const index = (await fetchPage('/sitemap.xml')).text;
    const pages = [...index.matchAll(/<loc>[^<]*(\/sitemap-[^<]*)<\/loc>/g)].map(([, path]) => path ?? '');
    expect(pages).toContain('/sitemap-places.xml');
    const texts = (await Promise.all(pages.map((path) => fetchPage(path)))).map(({ text }) => text).join('');
    expect(texts).not.toContain(mark);
    expect(texts).not.toContain(String(hiddenIds.thread));
  });

  test('members see a members-only section in lists, search and pages', async () => {
    expect((await fetchPage(getThreadPath(), site.other)).text).toContain(`${mark} text`);
    const after = `after=${site.services.historyId}.${await site.readHead()}`;
    for (const path of [
      `/search?q=${mark}&${after}`,
      `/forums/threads?section_id=${hiddenIds.section}`,
      '/forums/sections',
    ]) {
      expect((await site.send('GET', path, undefined, { as: site.other })).text, path).toContain(mark);
    }
    expect(await site.createReply(hiddenIds.thread, site.other)).toBeGreaterThan(0);
  });

  test('guests see a members-only section again after its entry is undone', async () => {
    await site.perform('POST', `/admin/audit/${auditEntry}/undo`, {}, { as: site.admin });
    await site.catchUpViews();
    expect((await fetchPage(getThreadPath())).text).toContain(`${mark} text`);
  });
});
