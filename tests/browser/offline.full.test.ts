import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, waitForScreen } from '../support/browser/browser.js';
import { startSwitchedSite, type SwitchedSite } from '../support/browser/later-build.js';
import { listReplies, waitForReply, writeReply } from '../support/browser/pages.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const newBuild = 'A new version of the site is ready.';
const withWorker = { serviceWorkers: 'allow' } as const;

describe.runIf(hasBrowser('the site as an app and offline'))('the site offline', () => {
  const site = setUpCheckedBrowserSite();
  let admin: Person;
  let anna: Person;
  let bram: Person;
  let threadId: number;
  let later: SwitchedSite;

  beforeAll(async () => {
    admin = await registerPerson(site.server, 'Sanne');
    anna = await registerPerson(site.server, 'Anna');
    bram = await registerPerson(site.server, 'Bram');
    threadId = await createThread(admin, 'What shall we build next?', 'A harbour, or a lighthouse?');
    await reply(bram, threadId, 'A harbour!');
    later = await startSwitchedSite(site.server.port);
  });
  beforeEach(() => later.serve('first'));
  afterAll(() => later?.stop());

  const getThreadPath = () => `/forums/thread/${threadId}`;

  it('a browser can install the site as an app', async () => {
    const page = await site.open('/', undefined, withWorker);
    await hasFiles(page);
    const devtools = await page.context().newCDPSession(page);
    // Test contexts are incognito, which is reported as an error.
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(await devtools.send('Page.getAppManifest')).toMatchObject({ errors: [] });
  });

  it('offline, a thread that was read opens, and a reply waits and is sent once when back online', async () => {
    const page = await openAndSave(getThreadPath(), anna);
    await page.context().setOffline(true);
    await page.goto(site.server.url + getThreadPath());
    await waitForReply(page, 'A harbour!');
    await page.getByRole('status').getByText('You are offline.').waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    await writeReply(page, 'Sent from the train');
    await page.getByText('Waiting for connection…').waitFor();
    await page.reload();
    await page.getByText('Sent from the train').waitFor();
    await page.context().setOffline(false);
    await waitForReply(page, 'Sent from the train');
    await page.getByRole('status').getByText('You are offline.').waitFor({ state: 'detached' });
    const { body } = await admin.call('GET', `/forums/posts/${threadId}`);
    const sent = (body as { content: string }[]).filter(({ content }) => content === 'Sent from the train');
    expect(sent).toHaveLength(1);
  });

  it('shows what was written in the meantime once the connection is back', async () => {
    const page = await openAndSave(getThreadPath(), anna);
    await page.context().setOffline(true);
    await page.goto(site.server.url + getThreadPath());
    await waitForReply(page, 'A harbour!');
    await reply(bram, threadId, 'Written while Anna was offline');
    expect(await listReplies(page)).not.toContain('Written while Anna was offline');
    await page.context().setOffline(false);
    await page.getByText('Written while Anna was offline').first().waitFor();
  });

  it('loads changed colours online while the storage is full', async () => {
    const page = await openAndSave(getThreadPath(), anna);
    const devtools = await page.context().newCDPSession(page);
    const origin = new URL(site.server.url).origin;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    const isFull = () => caches.open('full').then((cache) => cache.put('/full', new Response('a'.repeat(1_000))));
    await expect(page.evaluate(isFull)).rejects.toThrow('QuotaExceeded');
    // A stored response still has the URL from which it was stored.
    const theme = await page.evaluate(() => fetch('/theme.css?changed').then(({ status, url }) => ({ status, url })));
    expect(theme).toEqual({ status: 200, url: `${site.server.url}/theme.css?changed` });
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  });

  it('removes all saved responses at logout, so the next member never sees what the last one read', async () => {
    const secret = await createSecretThread();
    const page = await openAndSave(`/forums/thread/${secret}`, admin);
    const own = `saved ${admin.me?.id} /api/forums/threads/${secret}`;
    expect(await listSavedPaths(page)).toContain(own);
    await page.getByRole('button', { name: 'Account: Sanne' }).click();
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await page.context().addCookies([...(buildLoggedInOptions(bram).storageState as State).cookies]);
    await page.goto(site.server.url + getThreadPath());
    await hasFiles(page);
    await expect.poll(() => listSavedPaths(page)).toContain(`saved ${bram.me?.id} /api/forums/threads/${threadId}`);
    expect((await listSavedPaths(page)).filter((path) => path.startsWith(`saved ${admin.me?.id} `))).toEqual([]);
    await page.context().setOffline(true);
    await page.goto(`${site.server.url}/forums/thread/${secret}`);
    await page.getByText('You are offline.').first().waitFor();
    expect(await page.getByText('Only for the team').count()).toBe(0);
  });

  it("removes another member's threads when the session has changed while no page was open", async () => {
    const page = await openAndSave(getThreadPath(), anna);
    await page.goto('about:blank');
    await page.context().addCookies([...(buildLoggedInOptions(bram).storageState as State).cookies]);
    await page.goto(site.server.url + getThreadPath());
    await waitForScreen(page);
    await expect.poll(() => listSavedPaths(page)).toContain(`saved ${bram.me?.id} /api/forums/threads/${threadId}`);
    expect((await listSavedPaths(page)).filter((path) => path.startsWith(`saved ${anna.me?.id} `))).toEqual([]);
  });

  it('offers a new build without reloading by itself, and serves each build whole', async () => {
    const [first, second] = later.entries;
    const page = await site.open('/', undefined, withWorker);
    await page.goto(later.url + getThreadPath());
    await hasFiles(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    later.serve('second');
    later.drop();
    await page.getByText(newBuild).waitFor();
    expect(await listSeriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

    await page.context().setOffline(true);
    await page.reload();
    await waitForReply(page, 'A harbour!');
    expect(await getEntry(page)).toBe(first);
    await page.context().setOffline(false);

    await page.getByText(newBuild).waitFor();
    await page.keyboard.press('F6');
    const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent);
    for (let presses = 0; presses < 3 && (await readFocusedText()) !== 'Reload the page'; presses++)
      await page.keyboard.press('Tab');
    expect(await readFocusedText()).toBe('Reload the page');
    const reloadEvent = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await reloadEvent;
    await waitForScreen(page);
    expect(await getEntry(page)).toBe(second);

    await page.context().setOffline(true);
    await page.reload();
    await waitForReply(page, 'A harbour!');
    expect(await getEntry(page)).toBe(second);
    await page.context().setOffline(false);
    expect(await listBuildEntries(page)).toEqual([first, second]);
  });

  it('does not install a build whose files are replaced during the download', async () => {
    const page = await site.open('/', undefined, withWorker);
    await page.goto(`${later.url}/forums`);
    await hasFiles(page);
    later.serve('damaged');
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const foundWorker = new Promise<ServiceWorker | null>((resolve) => {
        registration.addEventListener('updatefound', () => resolve(registration.installing));
      });
      await registration.update();
      const worker = await foundWorker;
      while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 50));
      return worker?.state;
    });
    expect(state).toBe('redundant');
    expect(await listBuildEntries(page)).toEqual([later.entries[0]]);
  });

  /** Opens a page that the worker already serves, and waits until its responses are saved. */
  async function openAndSave(path: string, as: Person): Promise<Page> {
    const page = await site.open(path, as, withWorker);
    await hasFiles(page);
    await page.reload();
    const id = /\d+$/.exec(path)?.[0] ?? '';
    await expect.poll(() => listSavedPaths(page)).toContain(`saved ${as.me?.id} /api/forums/threads/${id}`);
    for (const name of ['me', 'site', 'forums/sections', `forums/posts/${id}?limit=20`])
      await expect.poll(() => listSavedPaths(page)).toContain(`saved ${as.me?.id} /api/${name}`);
    return page;
  }

  async function createSecretThread(): Promise<number> {
    const { body } = await admin.call('GET', '/forums/sections');
    const section = (body as { id: number; name: string }[]).find(({ name }) => name !== 'community');
    const actions = { can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };
    const entries = [{ role_id: 2, ...actions }];
    await admin.perform('PUT', '/forums/permissions', { section_id: section?.id, subsection_id: null, entries });
    const thread = { section_id: section?.id, title: 'Only for the team', content: 'Nobody else may read this.' };
    return (await admin.perform('POST', '/forums/threads', thread)).id as number;
  }
});

type State = { cookies: Parameters<ReturnType<Page['context']>['addCookies']>[0] };

/** Waits until the worker controls the page and has stored its build's files. */
async function hasFiles(page: Page): Promise<void> {
  const isReady = () =>
    page.evaluate(async () => {
      const { controller } = navigator.serviceWorker;
      return controller?.state === 'activated' && (await caches.match('/index.html')) !== undefined;
    });
  await expect.poll(isReady).toBe(true);
}

/** @returns the cache and path of each saved response */
function listSavedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      const { origin } = location;
      paths.push(...requests.map(({ url }) => `${name} ${url.slice(origin.length)}`));
    }
    return paths;
  });
}

const getEntry = (page: Page): Promise<string | null> =>
  page.locator('script[type="module"][src]').first().getAttribute('src');

/** @returns the entry script of the page in each build's cache. That cache must contain the script itself. */
function listBuildEntries(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const entries: string[] = [];
    for (const cacheName of (await caches.keys()).filter((name) => name.startsWith('frame '))) {
      const html = await (await caches.match('/index.html', { cacheName }))?.text();
      const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html ?? '')?.[1] ?? '';
      entries.push((await caches.match(entry, { cacheName })) ? entry : `missing ${entry}`);
    }
    return entries;
  });
}

async function listSeriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ help }) => help);
}
