import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ThemeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { encodePictureData, createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasBuiltPages } from '../../built-pages.js';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
/** A member whose only permission is `edit_theme`. */
let designer: SiteMember;

beforeAll(async () => {
  designer = await createHolder(site, await createRoleWith(site, 'edit_theme'));
});

interface Manifest {
  background_color: string;
  theme_color: string;
  icons: { src: string; type: string; sizes: string; purpose: string }[];
}

const readHistory = (query = '') => site.get<ThemeHistoryRow[]>(`/forums/themes/history${query}`, designer);
const undo = (entry: string) => site.send('POST', `/admin/audit/${entry}/undo`, {}, { as: designer });

describe('site logo', () => {
  const send = (bytes: Uint8Array | undefined, as: SiteMember = designer) =>
    site.send('POST', '/forums/logo', undefined, { as, ...(bytes && { file: { field: 'logo', bytes } }) });
  const readLogo = async () => (await site.get<SiteResponse>('/site')).logo;

  test('converts an uploaded logo and shows it immediately, and can undo and remove it', async () => {
    const upload = await send(await createPictureFile('png', 600, 300, '#123456'));
    expect(upload.json).toMatchObject({ success: true, message: 'Logo updated!' });
    const firstLogo = await readLogo();
    expect(firstLogo).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);
    const response = await fetch(site.url + firstLogo);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const second = (await send(await createPictureFile('jpeg', 100, 50, '#654321'))).json as WriteResponse;
    expect(await readLogo()).not.toBe(firstLogo);
    expect((await undo(second.acts?.[0] ?? '')).status).toBe(200);
    expect(await readLogo()).toBe(firstLogo);
    expect((await fetch(site.url + firstLogo)).status).toBe(200);
    const removal = await site.perform<WriteResponse>('DELETE', '/forums/logo', {}, { as: designer });
    expect(removal.message).toBe('Logo updated!');
    expect(await readLogo()).toBeNull();
    const entry = (await readHistory()).find(({ what, logo }) => what === 'logo' && logo === firstLogo);
    await site.perform('POST', `/forums/themes/history/${entry?.revision}/restore`, {}, { as: designer });
    expect(await readLogo()).toBe(firstLogo);
  });

  test('stores a variant for light backgrounds, which can be undone and removed separately', async () => {
    const readLightLogo = async () => (await site.get<SiteResponse>('/site')).light_logo;
    const general = await readLogo();
    const file = { field: 'logo', bytes: await createPictureFile('png', 90, 90, '#000000') };
    const sent = await site.send('POST', '/forums/logo/light', undefined, { as: designer, file });
    expect(sent.json).toMatchObject({ success: true, message: 'Logo updated!' });
    const firstLogo = await readLightLogo();
    expect(firstLogo).toMatch(/^\/pictures\/[0-9a-f]{64}\.webp$/);
    expect(await readLogo()).toBe(general);
    expect((await readHistory('?limit=1'))[0]).toMatchObject({ what: 'light logo', logo: firstLogo });
    const { text } = await site.send('GET', '/rules', undefined, { prefix: '', headers: { accept: 'text/html' } });
    if (hasBuiltPages('two logos in a page')) {
      expect(text).toContain(`src="${general}" height="28" alt="" class="on-dark"`);
      expect(text).toContain(`src="${firstLogo}" height="28" alt="" class="on-light"`);
    }
    const removal = await site.perform<WriteResponse>('DELETE', '/forums/logo/light', {}, { as: designer });
    expect(await readLightLogo()).toBeNull();
    expect((await undo(removal.acts?.[0] ?? '')).status).toBe(200);
    expect(await readLightLogo()).toBe(firstLogo);
    const [entry] = await site.get<AuditRow[]>('/admin/audit?area=theme&limit=1', site.admin);
    expect(entry).toMatchObject({ before: { light_logo: null }, after: { light_logo: firstLogo } });
    await site.perform('DELETE', '/forums/logo/light', {}, { as: designer });
  });

  test('creates the icons of browser tabs and home screens from the logo', async () => {
    await send(await createPictureFile('png', 200, 100, '#ff0000'));
    const hash = /[0-9a-f]{64}/.exec((await readLogo()) ?? '')?.[0];
    const buildIcon = async (name: string) => {
      const response = await fetch(`${site.url}/icons/${name}.png`);
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    };
    const [tab, touch] = [await buildIcon(`${hash}-48`), await buildIcon(`${hash}-180`)];
    expect(await encodePictureData(tab.bytes)).toEqual({ format: 'png', width: 48, height: 48, isOpaque: false });
    expect(await encodePictureData(touch.bytes)).toEqual({ format: 'png', width: 180, height: 180, isOpaque: true });
    const maskable = await buildIcon(`${hash}-maskable-512`);
    expect(await encodePictureData(maskable.bytes)).toEqual({ format: 'png', width: 512, height: 512, isOpaque: true });
    for (const name of [`${hash}-64`, `${'0'.repeat(64)}-48`, 'x']) expect((await buildIcon(name)).status).toBe(404);
    if (!hasBuiltPages('the icons in a page')) return;
    const { text } = await site.send('GET', '/rules', undefined, { prefix: '', headers: { accept: 'text/html' } });
    expect(text).toContain(`<link rel="icon" href="/icons/${hash}-48.png" type="image/png"`);
    expect(text).toContain(`<link rel="apple-touch-icon" href="/icons/${hash}-180.png"`);
    expect(text.match(/rel="icon"/g)).toHaveLength(1);
  });

  test('describes the site as an app whose name, colours and icons follow the settings and the theme', async () => {
    const buildManifest = async () => {
      const response = await fetch(`${site.url}/manifest.webmanifest`);
      expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      return { etag: response.headers.get('etag'), ...((await response.json()) as Manifest) };
    };
    await site.perform('DELETE', '/forums/logo', {}, { as: designer });
    const letter = await buildManifest();
    expect(letter.icons.map(({ src, purpose }) => [src, purpose])).toEqual([
      ['/favicon.svg', 'any'],
      ['/icons/mark-maskable.svg', 'maskable'],
    ]);
    for (const { src, type } of letter.icons)
      expect((await fetch(site.url + src)).headers.get('content-type')).toContain(type);
    expect(letter).toMatchObject({ start_url: '/', display: 'standalone' });
    expect(letter.theme_color).toMatch(/^#[0-9a-f]{6}$/);

    await send(await createPictureFile('png', 200, 100, '#ff0000'));
    const css = '--color-accent: #117733; --color-bg: #f4f8f4;';
    await site.perform('POST', '/forums/themes', { name: 'Green', css }, { as: designer });
    const picture = await buildManifest();
    expect(picture.background_color).toBe('#f4f8f4');
    expect(picture.etag).not.toBe(letter.etag);
    expect(picture.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '192x192 maskable',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src } of picture.icons) expect((await fetch(site.url + src)).status).toBe(200);
    await site.perform('POST', '/forums/themes/reset', {}, { as: designer });
  });

  test('rejects a missing logo, an SVG, and a file that is not a picture', async () => {
    expect((await send(undefined)).json).toMatchObject({ error: 'Choose a logo first!' });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const [bytes, code] of [
      [svg, 'svg'],
      ['GIF89a', 'damaged'],
      ['some text', 'invalid'],
    ] as const)
      expect((await send(Buffer.from(bytes))).json).toMatchObject({ code: `picture-${code}` });
    expect((await send(await createPictureFile('png', 9, 9), site.member)).status).toBe(404);
  });
});
