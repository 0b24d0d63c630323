import type { Page, Response, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit, type Visit } from '../support/browser/browser.js';
import { waitForFrame, holdNodes, listLostNodes } from '../support/browser/held-nodes.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const phone = { viewport: { width: 360, height: 780 } };
const about = { description: 'About it', icon: 'star' };

/** Each page has controls, and sends this call again when the structure or the permissions change. */
const buildPages = (thread: number): [path: string, repeatedCall: string][] => [
  ['/forums/Events', '/api/forums/threads?'],
  ['/forums/community', '/api/forums/threads?'],
  [`/forums/thread/${thread}`, `/api/forums/posts/${thread}`],
  ['/', '/api/forums/recent'],
  ['/forums', '/api/forums/sections'],
  ['/forums/community/new', '/api/forums/sections'],
  ['/profile/Mila', '/api/forums/sections'],
  ['/admin/forums-manager', '/api/forums/sections?deleted=1'],
];

describe.runIf(hasBrowser('pages that stay as they are while they load'))('controls during updates', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let thread: number;
  let otherSection: Record<string, unknown>;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    thread = await createThread(mila, 'A thread');
    await reply(bram, thread, 'With a reply');
    const section = { name: 'events', display_name: 'Events', allow_threads_direct: 0, ...about };
    const { id: section_id } = await mila.perform('POST', '/forums/sections', section);
    await mila.perform('POST', '/forums/subsections', { name: 'races', display_name: 'Races', section_id, ...about });
    otherSection = { name: 'other', display_name: 'Other', allow_threads_direct: 1, ...about };
    Object.assign(otherSection, await mila.perform('POST', '/forums/sections', otherSection));
  });

  beforeEach(() => site.closeContexts());

  const openPage = async (path: string, as = mila, more = {}): Promise<Visit> => {
    const pageVisit = await visit(site.browser, site.server.url + path, { ...buildLoggedInOptions(as), ...more });
    await pageVisit.page.waitForLoadState('networkidle');
    return pageVisit;
  };

  /** No open page shows the section, but all pages reload their data. */
  const changeRights = (can_reply: 0 | 1) => {
    const flags = { can_view: 1, can_post: 1, can_reply, can_delete_post: 0, can_emoji_react: 1 };
    return mila.perform('POST', '/forums/permissions', {
      section_id: otherSection.id,
      subsection_id: null,
      role_id: 2,
      ...flags,
    });
  };

  /** Resolves once the page has received the person, the places and its own data. */
  const waitForReload = (page: Page, call: string) => {
    const isResponseTo = (path: string) => (response: Response) =>
      response.url().startsWith(site.server.url + path) && response.request().method() === 'GET';
    const expectedCalls = ['/api/me', '/api/site', '/api/forums/sections', call];
    return Promise.all(expectedCalls.map((path) => page.waitForResponse(isResponseTo(path))));
  };

  it('preserves the node and position of a control while the page reloads its data', async () => {
    const visits = [];
    for (const [path, call] of buildPages(thread)) visits.push({ path, call, ...(await openPage(path)) });
    for (const { page } of visits) expect(await holdNodes(page)).toBeGreaterThan(10);
    const reloads = visits.map(({ page, call }) => waitForReload(page, call));
    await changeRights(0);
    await Promise.all(reloads);
    const lostNodesByPage: Record<string, string[]> = {};
    for (const { path, page } of visits) lostNodesByPage[path] = await listLostNodes(page);
    expect(lostNodesByPage).toEqual(Object.fromEntries(visits.map(({ path }) => [path, []])));
  });

  it('accepts a press that starts before the page reloads its data and ends after it', async () => {
    const { page } = await openPage('/forums/Events');
    await page.getByRole('link', { name: '+ New Thread' }).hover();
    const reload = waitForReload(page, '/api/forums/threads?');
    await page.mouse.down();
    await changeRights(1);
    await reload;
    await waitForFrame(page);
    await page.mouse.up();
    await page.waitForURL(/forums\/events\/new$/, { waitUntil: 'commit' });
  });

  it.each([
    ['an Admin', () => mila, {}],
    ['a member on a phone', () => bram, phone],
  ])('no control moves when later parts of the page load, for %s', async (_who, person, more) => {
    const lostNodesByPage: Record<string, string[]> = {};
    for (const [path] of buildPages(thread).slice(0, 7)) {
      const context = await site.browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...buildLoggedInOptions(person()),
        ...more,
      });
      const page = await context.newPage();
      const release = await holdLaterParts(page, site.server.url + path);
      await page.goto(site.server.url + path);
      await page.getByRole('banner').getByRole('button').first().waitFor();
      expect(await holdNodes(page)).toBeGreaterThan(5);
      expect(await release(), 'scripts that were held back').toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      lostNodesByPage[path] = await listLostNodes(page);
      await context.close();
    }
    expect(Object.values(lostNodesByPage).flat(), JSON.stringify(lostNodesByPage, null, 2)).toEqual([]);
  });

  it('accepts a press on server-rendered HTML that ends after the scripts have loaded', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/*.js', (route) => gate.then(() => route.continue()));
    await page.goto(`${site.server.url}/forums/Events`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Races' }).hover();
    await page.mouse.down();
    const live = page.waitForEvent('websocket');
    release();
    await live;
    await page.waitForLoadState('networkidle'); // By now, all of the page's requests have finished.
    await page.mouse.up();
    await page.waitForURL(/forums\/events\/races$/, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Races' }).waitFor();
  });

  it('the checks detect a replaced or moved control', async () => {
    const placeVisit = await openPage('/forums/Events');
    const { page } = placeVisit;
    await holdNodes(page);
    expect(await listLostNodes(page)).toEqual([]);
    await page.getByRole('link', { name: '+ New Thread' }).evaluate((link) => link.replaceWith(link.cloneNode(true)));
    expect(await listLostNodes(page)).toEqual(['a + New Thread is another one']);
    await page.locator('main').evaluate((main) => main.before(document.createElement('hr')));
    expect(await listLostNodes(page)).toContainEqual(expect.stringMatching(/^a Races went from/));
    expect(listOwnFaults(placeVisit)).toEqual([]);
  });
});

/**
 * Holds back the scripts that the page's HTML does not request.
 * @returns a function that releases them and returns their number
 */
async function holdLaterParts(page: Page, address: string): Promise<() => Promise<number>> {
  const html = await (await page.request.get(address)).text();
  const heldRoutes: Route[] = [];
  let isFirst = true;
  await page.route('**/assets/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname;
    if (isFirst && !html.includes(name)) heldRoutes.push(route);
    else await route.continue();
  });
  return async () => {
    isFirst = false;
    await Promise.all(heldRoutes.map((route) => route.continue()));
    return heldRoutes.length;
  };
}
