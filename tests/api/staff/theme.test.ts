import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { streams } from '@guildhall/domain/events.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ThemeHistoryRow, ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { giveRole } from '@guildhall/server/testing/services.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtPage, hasBuiltPages } from '../../built-pages.js';
import { type SendOptions, type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let designer: SiteMember;

beforeAll(async () => {
  designer = await site.createMember('Dana');
  const { id } = await site.perform('POST', '/admin/roles', { name: 'Designer' }, { as: site.admin });
  await site.perform('POST', `/admin/roles/${id}/permissions`, { permission: 'edit_theme' }, { as: site.admin });
  await giveRole(site.services, designer.id, id);
});

const readThemes = () => site.get<ThemeRow[]>('/forums/themes');
const findTheme = async (name: string) => (await readThemes()).find((theme) => theme.name === name);
const readHistory = (query = '') => site.get<ThemeHistoryRow[]>(`/forums/themes/history${query}`, designer);
const save = (name: string, css: string, more: object = {}, options: SendOptions = {}) =>
  site.send('POST', '/forums/themes', { name, css, ...more }, { as: designer, ...options });
const saveTheme = async (name: string, css: string, more: object = {}) => {
  const response = await save(name, css, more);
  expect(response.status, response.text).toBe(200);
  return response.json as WriteResponse;
};
const buildSheet = async () => {
  const { text, headers } = await site.send('GET', '/theme.css', undefined, { prefix: '' });
  return { text, headers };
};
const undo = (entry: string, as: SiteMember = designer) => site.send('POST', `/admin/audit/${entry}/undo`, {}, { as });

describe('saving and publishing a theme', () => {
  test('saves a theme and shows it on every page immediately', async () => {
    const response = await saveTheme('Ocean', ':root { --color-bg: #001122; font: x; --font: y }');
    expect(response).toMatchObject({ success: true, message: 'Theme saved!' });
    expect(await readThemes()).toMatchObject([
      { name: 'default', live: false, version: 1 },
      { name: 'Ocean', css: '--color-bg: #001122;', live: true, version: 2 },
    ]);
    expect(await site.get<SiteResponse>('/site')).toMatchObject({ theme: 'Ocean', logo: null });
    const { text } = await buildSheet();
    expect(text).toMatch(
      /^:root {\ncolor-scheme: dark;\n--color-bg: #001122;\n(--[a-z0-9-]+: [#a-z0-9]+;\n)+}\n:root {\n/,
    );
    expect(text).toMatch(/--theme-at: \d{20};\n}\n$/);
    for (const name of Object.keys(defaultTheme)) expect(text.split(`${name}:`), name).toHaveLength(2);
    expect((await findTheme('default'))?.saved_at).toBeUndefined();
    expect((await findTheme('Ocean'))?.saved_at).toMatch(/^20/);
  });

  test('a theme can be saved without publishing it, and published later', async () => {
    await saveTheme('Forest', '--color-bg: #002200', { publish: 0 });
    expect((await buildSheet()).text).toContain('#001122');
    await site.perform('POST', '/forums/themes/publish', { name: 'FOREST' }, { as: designer });
    expect((await buildSheet()).text).toContain('#002200');
    expect((await findTheme('Forest'))?.live).toBe(true);
  });

  test('resetting the theme restores the default one, which cannot be changed', async () => {
    const reset = await site.perform<WriteResponse>('POST', '/forums/themes/reset', {}, { as: designer });
    expect(reset.message).toBe('Theme reset to default!');
    expect((await buildSheet()).text).toContain('--color-accent: #f59331;');
    expect((await save('Default', '--color-bg: red')).json).toEqual({
      error: 'The default theme cannot be changed.',
      code: 'theme-fixed',
      field: 'name',
    });
    expect((await site.send('DELETE', '/forums/themes/default', {}, { as: designer })).status).toBe(403);
  });

  test('the published theme cannot be removed, but any other removed theme can be restored', async () => {
    await saveTheme('Lava', '--color-bg: #330000');
    const refusal = await site.send('DELETE', '/forums/themes/Lava', {}, { as: designer });
    expect(refusal.json).toMatchObject({ code: 'theme-live' });
    await site.perform('POST', '/forums/themes/reset', {}, { as: designer });
    await site.perform('DELETE', '/forums/themes/lava', { reason: 'Too hot' }, { as: designer });
    expect(await findTheme('Lava')).toBeUndefined();
    const [removed] = await readHistory('?limit=1');
    expect(removed).toMatchObject({ what: 'removed', name: 'Lava', css: '--color-bg: #330000;' });
    await site.perform('POST', `/forums/themes/history/${removed?.revision}/restore`, {}, { as: designer });
    expect(await findTheme('Lava')).toMatchObject({ css: '--color-bg: #330000;', live: false });
  });

  test('does not overwrite a theme that someone else has since saved or recreated', async () => {
    await saveTheme('Shared', '--color-bg: #111111');
    const seenVersion = (await findTheme('Shared'))?.version;
    const headers = { 'if-match': `"${seenVersion}"` };
    expect((await save('Shared', '--color-bg: #222222', {}, { headers })).status).toBe(200);
    const second = await save('Shared', '--color-bg: #333333', {}, { headers });
    expect([second.status, second.json]).toEqual([
      412,
      { error: 'Someone changed this in the meantime.', code: 'changed-since' },
    ]);
    await site.perform('POST', '/forums/themes/reset', {}, { as: designer });
    await site.perform('DELETE', '/forums/themes/Shared', {}, { as: designer });
    expect((await save('Shared', '--color-bg: #444444', {}, { headers })).status).toBe(412);
    await saveTheme('Shared', '--color-bg: #555555', { publish: 0 });
    expect((await save('Shared', '--color-bg: #444444', {}, { headers })).status).toBe(412);
    expect((await findTheme('Shared'))?.css).toBe('--color-bg: #555555;');
  });

  test('requires a theme name of 1 to 40 characters that are valid in a URL', async () => {
    for (const [name, error] of [
      ['', 'A name is required.'],
      ['  ', 'A name is required.'],
      ['x'.repeat(41), 'A name can have at most 40 characters.'],
      ['a/b', 'name: must not be dots, or contain control characters or / \\ ? #'],
      ['..', 'name: must not be dots, or contain control characters or / \\ ? #'],
    ] as const)
      expect((await save(name, '--color-bg: red')).json).toMatchObject({ error, field: 'name' });
    expect((await save('Long', `--color-bg: red;${' '.repeat(100)}${'x'.repeat(20_000)}`)).json).toMatchObject({
      error: 'A theme can have at most 20,000 characters.',
    });
    await saveTheme('Nächt & Tag 100%', '--color-bg: #010101', { publish: 0 });
    const path = `/forums/themes/${encodeURIComponent('nächt & tag 100%')}`;
    await site.perform('DELETE', path, {}, { as: designer });
  });
});

describe('theme colours', () => {
  const smuggledValues = [
    'url(https://evil.example/x)',
    'red; } body { display: none',
    'var(--x)',
    'image-set("a.png" 1x)',
    '</style><script>alert(1)</script>',
    String.raw`\75rl(//evil.example)`,
    'env(x)',
    'attr(x)',
  ];

  test.each(smuggledValues)('a theme value of %s is rejected or ignored', async (value) => {
    const headBefore = await site.readHead();
    const response = await save('Smuggled', `--color-ok: red;\n--color-bg: ${value};`);
    if (response.status === 200) {
      // A semicolon or a brace would start another declaration.
      expect((await buildSheet()).text).toMatch(
        /^:root {\ncolor-scheme: light;\n--color-bg: red;\n(--[a-z0-9-]+: [#a-z0-9]+;\n)+}\n/,
      );
      return;
    }
    expect([response.status, response.json]).toEqual([
      400,
      { error: '--color-bg is not a colour.', code: 'theme-value-invalid', field: 'css' },
    ]);
    expect(await site.readHead()).toBe(headBefore);
  });

  test('neither restores nor serves a stored theme that would be rejected today', async () => {
    const css = '--color-bg: url(https://evil.example/x);';
    const append = (type: string, data: object) => {
      const metadata = { at: new Date().toISOString(), actorId: String(designer.id), commandId: randomUUID() };
      const { themeFold } = site.services.site;
      return site.services.log.append(streams.theme, [{ id: randomUUID(), type, data, metadata }], themeFold.revision);
    };
    await append('ThemeSaved.v1', { name: 'Old', css, before: null });
    await site.services.site.load(site.services.log);
    const [entry] = await readHistory('?limit=1');
    const restoredTheme = await site.send(
      'POST',
      `/forums/themes/history/${entry?.revision}/restore`,
      {},
      { as: designer },
    );
    expect(restoredTheme.json).toMatchObject({ code: 'theme-value-invalid' });
    await append('ThemePublished.v1', { name: 'old', before: site.services.site.theme.live });
    await site.services.site.load(site.services.log);
    const { text } = await buildSheet();
    expect(text).not.toContain('evil');
    expect(text).toContain('--color-accent: #f59331;');
    await site.perform('POST', '/forums/themes/reset', {}, { as: designer });
  });
});

test('revalidates the style sheet each time and resends it only if it has changed', async () => {
  const { headers } = await buildSheet();
  expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-cache' });
  expect(headers.vary).toMatch(/cookie/i);
  expect(headers.etag).toMatch(/^W\/"/);
  const saveAgain = () =>
    site.send('GET', '/theme.css', undefined, { prefix: '', headers: { 'if-none-match': headers.etag ?? '' } });
  expect((await saveAgain()).status).toBe(304);
  await saveTheme('Fresh', '--color-bg: #abcdef');
  expect((await saveAgain()).status).toBe(200);
});

const readSheet = async (cookie: string) =>
  (await site.send('GET', '/theme.css', undefined, { prefix: '', headers: { cookie } })).text;

describe('visitor colours', () => {
  test("shows a visitor's chosen colours instead of the site's theme", async () => {
    await saveTheme('Chosen by the owner', '--color-bg: #0a0b0c');
    expect(await readSheet('scheme=light')).toContain('color-scheme: light;\n--color-bg: #faf6f1;');
    expect(await readSheet('scheme=high-contrast')).toContain('--color-bg: #000000;');
    for (const cookie of ['scheme=site', 'scheme=pink', 'other=light', ''])
      expect(await readSheet(cookie)).toContain('--color-bg: #0a0b0c;');
  });

  test('shows the site’s theme for "as my system" if it is as dark or light as the system', async () => {
    await saveTheme('Dark', '--color-bg: #0a0b0c');
    const [dark, whenLight] = (await readSheet('scheme=system')).split('@media (prefers-color-scheme: light)');
    expect([dark, whenLight]).toEqual([expect.stringContaining('#0a0b0c'), expect.stringContaining('#faf6f1')]);
    await saveTheme('Light', '--color-bg: #fefefe');
    const [light, whenDark] = (await readSheet('scheme=system')).split('@media (prefers-color-scheme: dark)');
    expect([light, whenDark]).toEqual([expect.stringContaining('#fefefe'), expect.stringContaining('#17110d')]);
    expect(whenDark).toContain('@media (prefers-contrast: more)');
  });
});

test.skipIf(!hasBuiltPages('the order of the styles'))(
  "loads the theme's style sheet after the page's own styles",
  () => {
    const links = [...readFileSync(builtPage, 'utf8').matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(1);
    expect(links.at(-1)?.[1]).toBe('/theme.css');
  },
);

describe('theme history', () => {
  test('paginates the theme history with its actors, newest first', async () => {
    const all = await readHistory('?limit=100');
    expect(all.length).toBeGreaterThan(10);
    expect(all.map(({ revision }) => revision)).toEqual(all.map((_, n) => all.length - n));
    expect(all.at(-1)).toMatchObject({ what: 'saved', name: 'Ocean', by: { id: designer.id, username: 'Dana' } });
    const pagedRows: ThemeHistoryRow[] = [];
    for (let path: string | undefined = '/forums/themes/history?limit=7'; path;) {
      const response = await site.send('GET', path, undefined, { as: designer });
      pagedRows.push(...(response.json as ThemeHistoryRow[]));
      path = /<\/api(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(pagedRows).toEqual(all);
  });

  test('earlier colours and an earlier choice of theme can be restored', async () => {
    await saveTheme('Twice', '--color-bg: #aaaaaa');
    await saveTheme('Twice', '--color-bg: #bbbbbb');
    const [secondVersion, chosenVersion, firstVersion] = await readHistory('?limit=3');
    expect([secondVersion?.css, chosenVersion?.what, firstVersion?.css]).toEqual([
      '--color-bg: #bbbbbb;',
      'published',
      '--color-bg: #aaaaaa;',
    ]);
    await site.perform('POST', `/forums/themes/history/${firstVersion?.revision}/restore`, {}, { as: designer });
    expect((await buildSheet()).text).toContain('#aaaaaa');
    await site.perform('POST', '/forums/themes/reset', {}, { as: designer });
    await site.perform('POST', `/forums/themes/history/${chosenVersion?.revision}/restore`, {}, { as: designer });
    expect((await findTheme('Twice'))?.live).toBe(true);
    const refusal = await site.send('POST', '/forums/themes/history/9999/restore', {}, { as: designer });
    expect(refusal.status).toBe(404);
  });

  test('shows Admins the theme at a past time', async () => {
    await saveTheme('Past', '--color-bg: #123123');
    const at = (await readHistory('?limit=1'))[0]?.at ?? '';
    await new Promise((resolve) => setTimeout(resolve, 5));
    await saveTheme('Past', '--color-bg: #321321');
    const pastThemes = await site.get<ThemeRow[]>(`/forums/themes?at=${at}`, site.admin);
    expect(pastThemes.find(({ name }) => name === 'Past')).toMatchObject({ css: '--color-bg: #123123;', live: true });
    const themesBefore = await site.get<ThemeRow[]>('/forums/themes?at=2020-01-01T00:00:00Z', site.admin);
    expect(themesBefore).toMatchObject([{ name: 'default', live: true }]);
    expect((await site.send('GET', `/forums/themes?at=${at}`, undefined, { as: designer })).status).toBe(404);
  });
});

describe('undoing a theme change', () => {
  test('a saved theme, a published theme and a logo can be undone from the audit', async () => {
    await saveTheme('Undone', '--color-bg: #c0ffee');
    const { acts: [entry = ''] = [] } = await saveTheme('Undone', '--color-bg: #decade');
    expect((await undo(entry)).status).toBe(200);
    expect((await buildSheet()).text).toContain('#c0ffee');
    const reset = await site.perform<WriteResponse>('POST', '/forums/themes/reset', {}, { as: designer });
    expect((await undo(reset.acts?.[0] ?? '')).status).toBe(200);
    expect((await findTheme('Undone'))?.live).toBe(true);
    const [line] = await site.get<AuditRow[]>('/admin/audit?area=theme&limit=1', site.admin);
    expect(line).toMatchObject({ kind: 'ThemePublished', actor: { username: 'Dana' }, undoes: reset.acts?.[0] });
  });

  test('rejects undoing a theme that has since changed, or without permission', async () => {
    const { acts: [entry = ''] = [] } = await saveTheme('Undone', '--color-bg: #111222');
    expect((await undo(entry, site.member)).status).toBe(404);
    await saveTheme('Undone', '--color-bg: #222333');
    expect((await undo(entry)).json).toMatchObject({ code: 'changed-since', field: 'theme undone' });
  });
});
