import { AxeBuilder } from '@axe-core/playwright';
import { FakeGameServer, sampleStatus } from '@guildhall/server/testing/games/fake-game-server.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit, type Visit } from '../support/browser/browser.js';
import { registerPerson, type Person } from '../support/site/member.js';

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk';

describe.runIf(hasBrowser('the status of game servers in a browser'))('game server status', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let game: FakeGameServer;
  let hostile: FakeGameServer;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    const icon = Buffer.from(await createPictureFile('png', 64, 64)).toString('base64');
    const codes = '0123456789abcdef';
    game = await FakeGameServer.start({
      ...sampleStatus,
      favicon: `data:image/png;base64,${icon}`,
      description: `§lKingdoms§r open\n${[...codes].map((code) => `§${code}${code}`).join('')}`,
    });
    hostile = await FakeGameServer.start({
      version: { name: longWord.repeat(9) },
      players: { online: 999_999_999, max: 1 },
      description: `<img src=x onerror="document.title='broken'">${longWord.repeat(9)}`,
    });
    const add = (body: object) => mila.perform('POST', '/admin/game-servers', body);
    await add({ name: 'Kingdoms EU', mode: 'kingdoms', address: game.address });
    await add({ name: longWord.slice(0, 40), address: hostile.address });
    await add({ name: 'Not reachable', mode: 'wildwestern', address: 'nowhere.invalid' });
  });
  afterAll(async () => {
    await game.stop();
    await hostile.stop();
  });

  /** The last 90 days, with short and long interruptions and one day without data. */
  const points = Array.from({ length: 90 }, (_, n) => ({
    at: new Date(Date.UTC(2026, 7, 31 + n)).toISOString(),
    ...(n === 40
      ? { average: null, max: null, uptime: null }
      : { average: n % 10, max: 2 * (n % 10), uptime: n === 50 ? 0.2 : n % 13 === 0 ? 0.95 : 1 }),
  }));
  const open = (path: string, more = {}): Promise<Visit> => visit(site.browser, site.server.url + path, more);

  it.each([
    ['desktop', 'dark', { width: 1280, height: 900 }],
    ['phone', 'light', { width: 390, height: 844 }],
  ] as const)('shows each game server readably on a %s in the %s appearance', async (_, scheme, viewport) => {
    const { page, faults } = await open('/stats/global', { viewport });
    await page.route('**/api/stats/servers/*/history', (route) => route.fulfill({ json: points }));
    await page.context().addCookies([{ name: 'scheme', value: scheme, url: site.server.url }]);
    await page.reload();
    await page.getByText(/^7 of 100 players · Paper 1\.21\.4/).waitFor();
    await page.getByText('Status unknown', { exact: true }).waitFor();
    await page.getByText(/<img src=x/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const toggle = page.getByText('Uptime and players over the last 90 days').first();
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Online|^No data yet/)
      .first()
      .waitFor();
    const { violations } = await new AxeBuilder({ page }).include('main').withTags(['wcag2a', 'wcag2aa']).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect([faults, await page.title()]).toEqual([[], expect.not.stringContaining('broken')]);
  });

  it("updates a mode's page and the header while they are open", async () => {
    const { page } = await open('/stats/kingdoms', buildLoggedInOptions(mila));
    await page.getByText(/^7 of 100 players/).waitFor();
    expect(await page.getByText('Not reachable').count()).toBe(0);
    game.setPlayers(12);
    await page.getByText(/^12 of 100 players/).waitFor({ timeout: 60_000 });
    await page.getByRole('banner').getByText('1.000.000.011').waitFor();
    await page.getByText('12 players online now').waitFor();
  });
});
