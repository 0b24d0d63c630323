import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { waitForReply } from '../support/browser/pages.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const readReasonNotCached = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const { notRestoredReasons = null } = entry as PerformanceNavigationTiming & { notRestoredReasons?: unknown };
    return notRestoredReasons === null ? '' : JSON.stringify(notRestoredReasons);
  });

/** Runs in the page before its own scripts. */
function recordPersistedFlags(): void {
  const persistedFlags: boolean[] = [];
  addEventListener('pageshow', ({ persisted }) => persistedFlags.push(persisted));
  Object.assign(window, { persistedFlags });
}
const readPersistedFlags = (page: Page): Promise<boolean[]> =>
  page.evaluate(() => (window as unknown as { persistedFlags: boolean[] }).persistedFlags);

describe.runIf(hasBrowser('the back/forward cache'))('going back to a page', () => {
  const folder = createTemporaryFolder();
  let browser: Browser;
  let server: ServerProcess;
  let mila: Person;

  beforeAll(async () => {
    server = await startServerProcess({ dataDir: folder });
    mila = await registerPerson(server, 'Mila');
    // The shared browser runs without the back/forward cache.
    browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: ['--no-sandbox'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  const open = async (path: string, name: string) => {
    const { page } = await visit(
      browser,
      `${server.url}/rules`,
      buildLoggedInOptions(await registerPerson(server, name)),
    );
    await page.addInitScript(recordPersistedFlags);
    await page.goto(server.url + path);
    return page;
  };
  const leave = (page: Page) => page.goto(`${server.url}/api/docs`);

  it("Back restores a page from the browser's cache and loads the updates it missed", async () => {
    const thread = await createThread(mila, 'Kept');
    await reply(mila, thread, 'Before');
    const page = await open(`/forums/thread/${thread}`, 'Bram');
    await waitForReply(page, 'Before');
    // A live connection would keep the page out of the cache, so this reply is sent over HTTP.
    await reply(mila, thread, 'Live');
    await waitForReply(page, 'Live');
    await leave(page);
    await reply(mila, thread, 'Meanwhile');
    await page.goBack({ waitUntil: 'commit' });
    expect(await readReasonNotCached(page)).toBe('');
    await expect.poll(() => readPersistedFlags(page)).toEqual([false, true]);
    await waitForReply(page, 'Meanwhile');
    await reply(mila, thread, 'Live again');
    await waitForReply(page, 'Live again');
  });

  it('after a logout, Back shows the page as a guest', async () => {
    const thread = await createThread(mila, 'Private matters');
    await reply(mila, thread, 'For readers');
    const page = await open(`/forums/thread/${thread}`, 'Cato');
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await page.goto(`${server.url}/logout`);
    await page.waitForURL('**/auth');
    await page.evaluate(() => history.back());
    await page.getByRole('link', { name: 'Login/Register' }).first().waitFor();
    await page.waitForURL(`**/forums/thread/${thread}`, { waitUntil: 'commit' });
    await expect.poll(() => readPersistedFlags(page)).toEqual([false]);
    expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
  });

  it('Back reloads a page if the member was logged out in another tab', async () => {
    const thread = await createThread(mila, 'Another tab');
    const page = await open(`/forums/thread/${thread}`, 'Dirk');
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await leave(page);
    await page.evaluate(() => localStorage.setItem('guildhall.person', ''));
    await page.context().clearCookies();
    await page.goBack({ waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Login/Register' }).first().waitFor();
    await expect.poll(() => readPersistedFlags(page)).toEqual([false]);
  });
});
