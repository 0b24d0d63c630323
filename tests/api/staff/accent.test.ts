import { computeContrast, toHex, toOklch } from '@guildhall/domain/theme/colour.js';
import { findContrastFaults } from '@guildhall/domain/theme/contrast-pairs.js';
import { parseTheme } from '@guildhall/domain/theme/css.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const saveTheme = (name: string, css: string) =>
  site.perform('POST', '/forums/themes', { name, css }, { as: site.admin });
const findTheme = async (name: string) =>
  (await site.get<ThemeRow[]>('/forums/themes')).find((theme) => theme.name === name);
const readSheet = async (cookie: string) =>
  (await site.send('GET', '/theme.css', undefined, { prefix: '', headers: { cookie } })).text;

describe('accent colour', () => {
  const schemes = ['dark', 'light', 'high-contrast'] as const;

  test('derives readable tinted colours from one accent in dark, light and high contrast', async () => {
    for (const accent of ['#22aa44', '#fff3a0', '#000033', 'hsl(300deg 80% 50%)']) {
      await saveTheme('Accent', `--color-accent: ${accent};`);
      for (const scheme of schemes) {
        const colours = parseTheme(await readSheet(`scheme=${scheme}`));
        expect(findContrastFaults(colours), `${accent} ${scheme}`).toEqual([]);
        const getHue = (name: string) => toOklch(colours[`--color-${name}`] ?? '')?.h ?? NaN;
        if (accent === '#22aa44')
          for (const name of ['link', 'quote-bar', 'chart-line', 'mark-to']) expect(getHue(name)).toBeCloseTo(148, -2);
      }
    }
  });

  test('stores an accent without its derived colours, which explicit colours can override', async () => {
    const green = parseTheme(await readSheet('scheme=dark'));
    await saveTheme(
      'Whole',
      '--color-accent: #22aa44; --color-bg: #17110d; --color-on-accent: #000000; --color-x: red',
    );
    expect((await findTheme('Whole'))?.css).toBe(
      '--color-accent: #22aa44;\n--color-on-accent: #000000;\n--color-x: red;',
    );
    const colours = parseTheme(await readSheet(''));
    expect(colours).toMatchObject({ '--color-on-accent': '#000000', '--color-x': 'red' });
    expect(colours['--color-link']).not.toBe(green['--color-link']);
    expect(parseTheme(await readSheet('scheme=light'))).not.toHaveProperty('--color-x');
  });

  test("the site icon has the accent's colour", async () => {
    await saveTheme('Accent', '--color-accent: #2244ff;');
    const mark = await site.send('GET', '/favicon.svg', undefined, { prefix: '' });
    expect(mark.headers['content-type']).toContain('image/svg+xml');
    expect(mark.text).toContain('>G</text>');
    expect(toOklch(/stop-color="(#[0-9a-f]{6})"/.exec(mark.text)?.[1] ?? '')?.h).toBeCloseTo(268, -1);
  });
});

describe('logo in the header', () => {
  const upload = async (path: string, colour: string) => {
    const file = { field: 'logo', bytes: await createPictureFile('png', 64, 32, colour) };
    await site.perform('POST', path, undefined, { as: site.admin, file });
  };
  const readLogoRules = async (scheme: string) => {
    const sheet = await readSheet(`scheme=${scheme}`);
    return [...sheet.matchAll(/--(logo-on-\w+|site-name): (\w+)/g)].map(([, name, value]) => `${name} ${value}`);
  };
  const darkRules = ['logo-on-dark block', 'logo-on-light none'];
  const lightRules = ['logo-on-dark none', 'logo-on-light block'];
  const nameOnly = ['logo-on-dark none', 'logo-on-light none', 'site-name contents'];

  test("shows the site's name if the logo is invisible in the header", async () => {
    await upload('/forums/logo', '#fffdf8');
    expect(await readLogoRules('dark')).toEqual(darkRules);
    expect(await readLogoRules('light')).toEqual(nameOnly);
    await saveTheme('Coloured header', '--color-bg: #ffffff; --color-header: #204060');
    expect(await readLogoRules('light')).toEqual(lightRules);
    await saveTheme('White header', '--color-bg: #ffffff');
    await upload('/forums/logo/light', '#204060');
    expect(await readLogoRules('light')).toEqual(lightRules);
    await site.perform('DELETE', '/forums/logo/light', {}, { as: site.admin });
    await site.perform('DELETE', '/forums/logo', {}, { as: site.admin });
    expect(await readLogoRules('light')).toEqual(lightRules);
  });
});

describe('default appearance', () => {
  const set = (appearance: string) =>
    site.perform('PUT', '/admin/settings', { default_appearance: appearance }, { as: site.admin });
  const readBackground = async (cookie = '') => parseTheme(await readSheet(cookie))['--color-bg'];

  test('visitors without a choice see the default appearance, which uses the accent', async () => {
    await saveTheme('Chosen by the owner', '--color-bg: #0a0b0c; --color-accent: #22aa44');
    await set('light');
    expect([await readBackground(), await readBackground('scheme=dark')]).toEqual(['#faf6f1', '#0a0b0c']);
    expect(
      computeContrast(toHex(parseTheme(await readSheet(''))['--color-accent'] ?? '') ?? '', '#faf6f1'),
    ).toBeGreaterThan(3);
    await set('dark');
    expect([await readBackground(), await readBackground('scheme=light')]).toEqual(['#0a0b0c', '#faf6f1']);
    await set('system');
    expect(await readSheet('')).toContain('@media (prefers-color-scheme: light)');
    expect(await readSheet('scheme=dark')).not.toContain('@media');
    await saveTheme('Paper', '--color-bg: #fefefe');
    await set('dark');
    expect(await readBackground()).toBe('#17110d');
    await set('theme');
    expect(await readBackground()).toBe('#fefefe');
    const invalidSettings = { default_appearance: 'pink' };
    const refusal = await site.send('PUT', '/admin/settings', invalidSettings, { as: site.admin });
    expect([refusal.status, refusal.json]).toMatchObject([400, { field: 'default_appearance' }]);
  });
});
