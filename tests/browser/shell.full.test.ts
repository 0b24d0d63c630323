import { adjustRoleColour } from '@guildhall/domain/theme/palette.js';
import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import {
  hasBrowser,
  buildLoggedInOptions,
  listOwnFaults,
  phone,
  waitForScreen,
  visit,
  type Visit,
} from '../support/browser/browser.js';
import { startConnection, type LiveConnection } from '../support/live/live-connection.js';
import { registerPerson, type Person } from '../support/site/member.js';

const readColour = (page: Page, name: string) =>
  page.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(), name);
const waitForStyle = (page: Page, name: string, value: string) =>
  page.waitForFunction(
    ([wanted, colour]) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim() === colour,
    [name, value] as const,
  );

const withScheme = (value: string) => {
  const place = { domain: '127.0.0.1', path: '/', expires: -1 };
  const flags = { httpOnly: false, secure: false, sameSite: 'Lax' as const };
  return { storageState: { cookies: [{ name: 'scheme', value, ...place, ...flags }], origins: [] } };
};

describe.runIf(hasBrowser('the shell in a browser'))('page header, navigation and footer', () => {
  const site = setUpBrowserSite();
  let line: LiveConnection;
  let status: Server;
  let admin: Person;
  let member: Person;
  let open: Visit;

  beforeAll(async () => {
    status = createServer((_req, res) => res.end(JSON.stringify({ players: { online: 128 } }))).listen(0, '127.0.0.1');
    line = await startConnection(site.server.port);
    admin = await registerPerson(site.server, 'Alex');
    member = await registerPerson(site.server, 'Mila');
    open = await visit(site.browser, line.url);
    await open.page.getByText('Nothing has been posted yet').waitFor();
    await open.page.evaluate(() => Object.assign(window, { marker: 'the first load' }));
  });

  afterAll(async () => {
    await line.end();
    status.close();
  });

  const set = (settings: object) => admin.perform('PUT', '/admin/settings', settings);
  const publish = (name: string, css: string) => admin.perform('POST', '/forums/themes', { name, css, publish: 1 });

  it('an empty installation shows no rules, store, chat or players', async () => {
    const { page } = open;
    await page.getByRole('contentinfo').waitFor();
    expect(await page.getByText('playing').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Chat/ }).count()).toBe(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Server Store' }).click();
    await page.getByText('There is no store yet.').waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Server Rules' }).click();
    await page.getByText('No rules have been written yet.').waitFor();
    for (const name of ['Forums', 'Report a player', 'Report a bug'])
      expect(await page.getByRole('contentinfo').getByRole('link', { name }).count(), name).toBe(1);
    await page.getByText('© 2025 Guildhall. All rights reserved.').waitFor();
    await page.getByRole('link', { name: 'Guildhall', exact: true }).click();
    await page.getByRole('heading', { name: 'Recent posts' }).waitFor();
  });

  it("an Admin's settings appear immediately on a guest’s open page", async () => {
    const { page } = open;
    const { port } = status.address() as AddressInfo;
    await set({
      name: 'The Guild',
      server_address: 'play.guild.example',
      chat_link: 'https://chat.example.org/',
      store_link: 'https://store.example.org/',
      about: 'We build things.',
      banners: [{ title: 'Winter season', text: 'It snows.', link: '/forums/news' }],
      status_url: `http://127.0.0.1:${port}/`,
    });
    await page.getByText('128 playing').first().waitFor();
    await page.getByText('play.guild.example').waitFor();
    await page.getByRole('heading', { name: 'Winter season' }).getByRole('link').waitFor();
    await page.getByText('We build things.').waitFor();
    await page.getByText('© 2025 The Guild. All rights reserved.').waitFor();
    await page.waitForFunction(() => document.title === 'The Guild');
    const nav = page.getByRole('navigation', { name: 'Main' });
    expect(await nav.getByRole('link', { name: /^Store/ }).getAttribute('href')).toBe('https://store.example.org/');
    expect(await page.getByRole('link', { name: /^Chat/ }).getAttribute('href')).toBe('https://chat.example.org/');
    await expectNoNavigation();
  });

  it('a published theme appears on the open page without a flash of other colours', async () => {
    const { page } = open;
    await publish('First', '--color-bg: #001122; --color-accent: #00aacc;');
    await waitForStyle(page, '--color-accent', '#00aacc');
    await page.evaluate(watchGround);
    await publish('Second', '--color-bg: #110022; --color-accent: #cc00aa;');
    await waitForStyle(page, '--color-accent', '#cc00aa');
    const seenGrounds = await page.evaluate(() => [...(window as unknown as { grounds: Set<string> }).grounds]);
    expect(seenGrounds).toEqual(['rgb(0, 17, 34)', 'rgb(17, 0, 34)']);
    expect(await page.locator('link[href^="/theme.css"]').count()).toBe(1);
    await expectNoNavigation();
  });

  it('a new accent and role colour appear on open pages, in tones for dark and light', async () => {
    const { page } = open;
    const light = (await visit(site.browser, site.server.url)).page;
    await light.getByLabel('Colours').selectOption('Light');
    await waitForStyle(light, '--color-bg', '#faf6f1');
    await publish('Green', '--color-accent: #22aa44;');
    await admin.perform('POST', '/admin/roles', { name: 'Watch', color: '#101080' });
    for (const [of, appearance] of [
      [page, 'dark'],
      [light, 'light'],
    ] as const) {
      const colours = deriveColours({ '--color-accent': '#22aa44' }, appearance);
      for (const name of ['--color-accent', '--color-link', '--color-focus', '--color-mark-to'])
        await waitForStyle(of, name, colours[name] ?? '');
      await of.waitForFunction(isRoleShown, ['Watch', adjustRoleColour(colours, '#101080', appearance)] as const);
    }
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^\/favicon\.svg\?at=\d+$/);
    await light.context().close();
    await expectNoNavigation();
  });

  it('reports a disconnect, loads missed updates afterwards, and reports the reconnect', async () => {
    const { page } = open;
    await line.cut();
    await page.getByText('Reconnecting…').waitFor();
    await publish('Third', '--color-accent: #aacc00;');
    await set({ name: 'The Other Guild' });
    await line.restore();
    await page.getByText('Reconnected.').waitFor();
    await waitForStyle(page, '--color-accent', '#aacc00');
    await page.getByText('© 2025 The Other Guild. All rights reserved.').waitFor();
    await page.getByText('Reconnected.').waitFor({ state: 'detached' });
    await expectNoNavigation();
    expect(listOwnFaults(open)).toEqual([]);
  });

  it('an open page adds a new section and removes a deleted section', async () => {
    const { page } = open;
    const body = { name: 'guides', display_name: 'Guides', description: 'How it is done', icon: 'book' };
    const { id } = await admin.perform('POST', '/forums/sections', body);
    const row = page.getByRole('main').getByRole('link', { name: 'Guides', exact: true });
    await row.waitFor();
    expect(await page.getByRole('main').getByText('📖').count()).toBe(1);
    await admin.perform('DELETE', `/forums/sections/${Number(id)}`, {});
    await row.waitFor({ state: 'detached' });
    await expectNoNavigation();
  });

  it("applies a guest's colours before any script, on every page and in the browser bar", async () => {
    const { page, faults } = await visit(site.browser, site.server.url);
    await page.getByLabel('Colours').selectOption('Light');
    await waitForStyle(page, '--color-bg', '#faf6f1');
    await page.waitForFunction(
      () => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content === '#ffffff',
    );
    const storageState = await page.context().storageState();
    await page.context().close();
    const contextWithoutScripts = await site.browser.newContext({ storageState, javaScriptEnabled: false });
    const plain = await contextWithoutScripts.newPage();
    await plain.goto(`${site.server.url}/members`);
    const drawnStyle = await plain.locator('html').evaluate((html) => {
      const { backgroundColor, colorScheme } = getComputedStyle(html);
      return { backgroundColor, colorScheme };
    });
    expect(drawnStyle).toEqual({ backgroundColor: 'rgb(250, 246, 241)', colorScheme: 'light' });
    await contextWithoutScripts.close();
    expect(faults).toEqual([]);
  });

  it('"Match system" follows the system’s light or dark scheme', async () => {
    for (const [colorScheme, ground] of [
      ['light', '#faf6f1'],
      ['dark', '#17110d'],
    ] as const) {
      const { page } = await visit(site.browser, site.server.url, { colorScheme, ...withScheme('system') });
      expect(await readColour(page, '--color-bg')).toBe(ground);
      await page.context().close();
    }
  });

  it('a link to the members page clears the search, and searching preserves the scroll position', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/members`, {
      viewport: { width: 1280, height: 300 },
    });
    const search = page.getByRole('main').getByRole('searchbox');
    const people = page.getByRole('main').getByRole('listitem');
    await people.filter({ hasText: 'Alex' }).waitFor();
    await page.evaluate(() => scrollTo(0, 60));
    await search.fill('Mil');
    await page.waitForURL('**/members?search=Mil');
    await people.filter({ hasText: 'Alex' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => scrollY)).toBe(60);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Members' })
      .or(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }))
      .first()
      .click();
    await people.filter({ hasText: 'Alex' }).waitFor();
    expect([await search.inputValue(), new URL(page.url()).search]).toEqual(['', '']);
    await page.context().close();
  });

  it("traps the focus in the phone's navigation drawer until Escape closes it", async () => {
    const { page } = await visit(site.browser, site.server.url, phone);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.waitFor();
    const forums = ['All forums', 'Latest', 'News', 'Updates', 'Community'];
    const stats = ['Global', 'WildWestern', 'Battle Royale', 'Kingdoms'];
    for (const name of ['Home', ...forums, ...stats, 'Members', 'Store', 'Chat'])
      expect(await drawer.getByRole('link', { name: new RegExp(`^${name}`) }).count(), name).toBe(1);
    const focusedAreas = new Set<string>();
    for (let presses = 0; presses < 18; presses++) {
      await page.keyboard.press('Tab');
      focusedAreas.add(await page.evaluate(() => (document.activeElement?.closest('dialog') ? 'inside' : 'outside')));
    }
    expect([...focusedAreas]).toEqual(['inside']);
    const sizes = await drawer.getByRole('link').evaluateAll((links) => links.map((link) => link.clientHeight));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await drawer.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { name: 'All Members' }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it("the account menu links to the member's pages, and to the admin area only for Admins", async () => {
    const openMenu = async (person: Person, name: string) => {
      const { page } = await visit(site.browser, site.server.url, buildLoggedInOptions(person));
      await page.getByRole('button', { name: `Account: ${name}` }).click();
      const menu = page.getByRole('banner').locator('ul', { hasText: 'Logout' });
      const entries = await menu
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
      await page.waitForLoadState('networkidle');
      expect(await listAdminFiles(page)).toEqual([]);
      return { page, entries };
    };
    const listAdminFiles = (page: Page) =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource').map((entry) => entry.name);
        return files.filter((file) => /\/assets\/admin-area/.test(file));
      });
    const listOwnEntries = (name: string) => [
      ['Your Profile', `/profile/${name}`],
      ['Yours', '/yours'],
      ['Settings', '/settings'],
    ];
    const memberEntries = await openMenu(member, 'Mila');
    expect(memberEntries.entries).toEqual([...listOwnEntries('Mila'), ['Logout', '/logout']]);
    await memberEntries.page.context().close();
    const { page, entries } = await openMenu(admin, 'Alex');
    expect(entries).toEqual([...listOwnEntries('Alex'), ['Admin', '/admin/dashboard'], ['Logout', '/logout']]);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page.getByText('Welcome Alex').waitFor();
    expect((await listAdminFiles(page)).length).toBeGreaterThan(0);
    await page.goto(`${site.server.url}/admin`);
    await page.waitForURL(`${site.server.url}/admin/dashboard`);
    await page.context().close();
  });

  it('shows the rules as written, with an edit link for the Admin', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/rules`, buildLoggedInOptions(admin));
    const toSettings = page.getByRole('main').getByRole('link');
    await page.getByText('No rules have been written yet.').waitFor();
    expect(await toSettings.getAttribute('href')).toBe('/admin/settings');
    await set({ rules: '## Be kind\n\nWho cheats is **banned**.' });
    await page.getByRole('heading', { name: 'Be kind' }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await open.page.goto(`${line.url}/rules`);
    await open.page.getByText('banned').waitFor();
    expect(await open.page.getByRole('main').getByRole('link').count(), 'a guest has no edit controls').toBe(0);
    await page.context().close();
  });

  it('Back skips the redirect to the store', async () => {
    const { page } = await visit(site.browser, site.server.url);
    await page.route('https://store.example.org/**', (route) => route.fulfill({ body: 'The shop window' }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Server Store' }).click();
    await page.getByText('The shop window').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Recent posts' }).waitFor();
    await page.context().close();
  });

  it('the keyboard can skip the navigation, and a missing page links to the home page', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/no/such/page`);
    await page.getByRole('heading', { name: 'Oops, page not found!' }).waitFor();
    await waitForScreen(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Go to Home');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copy address' }).focus();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('play.guild.example');
    await page.context().close();
  });

  async function expectNoNavigation(): Promise<void> {
    // A reload would have removed the marker set above.
    const marker = await open.page.evaluate(() => (window as unknown as { marker?: string }).marker);
    expect(marker, 'the page was not loaded again').toBe('the first load');
  }
});

function watchGround(): void {
  const grounds = new Set<string>();
  const recordGround = () => {
    grounds.add(getComputedStyle(document.documentElement).backgroundColor);
    requestAnimationFrame(recordGround);
  };
  recordGround();
  Object.assign(window, { grounds });
}

function isRoleShown([title, color]: readonly [string, string]): boolean {
  const badge = document.body.appendChild(document.createElement('i'));
  badge.dataset['role'] = title;
  const colour = getComputedStyle(badge).getPropertyValue('--role-color').trim();
  badge.remove();
  return colour === color;
}
