import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSampleCommunity } from '../../scripts/sample-community/fill-sample-community.mjs';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, listOwnFaults, visit } from '../support/browser/browser.js';
import { Person, reply } from '../support/site/member.js';

const timeoutMs = 20_000;
/** A slow mobile connection: 50 KB/s with a round-trip time of 400 ms. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const maxShift = 0.05;

describe.runIf(hasBrowser('first page load'))('first page load', () => {
  const site = setUpBrowserSite({ hasPublicUrl: true });
  let writer: Person;
  let threadId: number;

  beforeAll(async () => {
    const sample = await fillSampleCommunity(site.server.url, site.server.dataDir, { isSmall: true });
    threadId = sample.threadId;
    writer = new Person(site.server.url);
    writer.cookie = `${sample.cookie.name}=${sample.cookie.value}`;
  });

  /** Opens a page whose API calls all fail. */
  async function withoutApi(as?: Person): Promise<{ page: Page; requests: string[] }> {
    const context = await site.browser.newContext();
    if (as) {
      const [name = '', value = ''] = as.cookie.split('=');
      await context.addCookies([{ name, value, url: site.server.url }]);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    const requests: string[] = [];
    await page.route('**/api/**', (route) => {
      requests.push(new URL(route.request().url()).pathname);
      return route.abort();
    });
    return { page, requests };
  }

  it.each([
    ['home', '/', 'h1', 'Build it together.'],
    ['a section', '/forums/community', 'h1', 'Community'],
    ['the forums', '/forums', 'h1', 'Forums'],
    ['the members', '/members', 'main ol li', 'Sanne'],
    ['a profile', '/profile/Sanne', 'h1', 'Sanne'],
    ['the statistics', '/stats/global', 'main ol li', 'Sanne'],
    ['the statistics of a mode', '/stats/kingdoms', 'h2', 'Players online'],
    ['what is not there', '/forums/thread/7', 'h1', 'Oops, page not found!'],
  ])('the first visit to %s does not call the API', async (_, path, where, words) => {
    const { page, requests } = await withoutApi();
    await page.goto(site.server.url + path);
    await page.locator('#root > :not(.first)').locator(where).filter({ hasText: words }).first().waitFor();
    // Names in the game are not part of the cached member list, so they appear after it.
    expect(requests.filter((path) => path !== '/api/game-accounts')).toEqual([]);
    await page.context().close();
  });

  it('the first page shows the first replies to everyone, and shows members their own name', async () => {
    for (const as of [undefined, writer]) {
      const { page, requests } = await withoutApi(as);
      await page.goto(`${site.server.url}/forums/thread/${threadId}`);
      await page.locator('main [id^=post-]').nth(3).waitFor();
      if (as) await page.getByRole('button', { name: 'Account: Sanne' }).waitFor();
      else expect(requests).toEqual([]);
      await page.context().close();
    }
  });

  it('renders a readable page without any script', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.server.url}/forums/thread/${threadId}`);
    expect(await page.locator('article').count()).toBeGreaterThan(3);
    expect(await page.locator('h1').innerText()).not.toBe('');
    await page.locator('nav').getByRole('link', { name: 'Community' }).click();
    await page.getByRole('heading', { name: 'Community' }).waitFor();
    await context.close();
  });

  it('live updates continue from the HTML without missing or repeating a reply', async () => {
    const { page, faults } = await visit(site.browser, 'about:blank');
    const [between, after] = ['Written between HTML and connection', 'Written when all was there'];
    // Once the first script is requested, the HTML has been sent.
    await page.route('**/assets/index-*.js', async (route) => {
      await reply(writer, threadId, between);
      await route.continue();
    });
    await page.goto(`${site.server.url}/forums/thread/${threadId}`);
    await page.locator('main [id^=post-]').filter({ hasText: between }).waitFor();
    await reply(writer, threadId, after);
    await page.locator('main [id^=post-]').filter({ hasText: after }).waitFor();
    for (const text of [between, after]) {
      expect(await page.locator('main [id^=post-]').filter({ hasText: text }).count()).toBe(1);
    }
    expect(listOwnFaults({ faults } as Parameters<typeof listOwnFaults>[0])).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['a thread', () => `/forums/thread/${threadId}`],
    ['home', () => '/'],
    ['a section', () => '/forums/community'],
  ])(
    'nothing visible moves while %s loads over a slow connection',
    async (_, path) => {
      const { page, shift } = await openSlowly(site.server.url + path());
      expect(await shift()).toBeLessThan(maxShift);
      // An element inserted at the top shifts the page, which the check must detect.
      await page.evaluate(() => {
        const plantedElement = document.createElement('div');
        plantedElement.textContent = 'planted';
        plantedElement.setAttribute('class', 'planted');
        document.body.prepend(plantedElement);
        for (let line = 0; line < 20; line++) plantedElement.append(document.createElement('br'));
      });
      await expect.poll(shift, { timeout: timeoutMs }).toBeGreaterThan(maxShift);
      await page.context().close();
    },
    40_000,
  );

  async function openSlowly(address: string) {
    const context = await site.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slowLine);
    await page.addInitScript(watchShifts);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('.first h1').waitFor({ state: 'attached' }); // The server-rendered text appears first.
    await page.locator('#root > :not(.first) h1').waitFor();
    await page.waitForLoadState('networkidle');
    return { page, shift: () => page.evaluate(() => (window as unknown as { shift: number }).shift) };
  }
});

/** Runs in the page before its own scripts. Adds up the layout shifts that do not follow recent input. */
function watchShifts(): void {
  const shiftRecord = Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) shiftRecord.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
