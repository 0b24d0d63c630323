import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, phone, visit } from '../support/browser/browser.js';
import { listLowControls } from '../support/browser/pages.js';
import { createThread, registerPerson, reply, findSectionId, type Person } from '../support/site/member.js';

const total = 40;
const viewport = { width: 1280, height: 860 };

describe.runIf(hasBrowser('the lists of threads'))('thread list', () => {
  const site = setUpBrowserSite();
  let mila: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    const section_id = await findSectionId(mila, 'community');
    await mila.perform('PUT', '/admin/settings', { set_up: true });
    for (const name of ['Builds', 'Help', 'Races', 'Music']) {
      const place = { section_id, name: name.toLowerCase(), display_name: name, description: 'About it', icon: 'star' };
      await mila.perform('POST', '/forums/subsections', place);
    }
    for (let n = 1; n <= total; n++) await createThread(mila, `Harbour ${n}`, 'What shall we build next? '.repeat(20));
  }, 60_000);

  const measureHeight = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  const getRow = (page: Page, n: number) => page.getByRole('link', { name: `Harbour ${n}`, exact: true });
  /** Counts the rows that neither the window, the header nor the composer cuts off. */
  const getWholeRows = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((rows) => {
      const dock = document.getElementById('thread-dock')?.getBoundingClientRect().top ?? innerHeight;
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= header && bottom <= Math.min(innerHeight, dock);
      }).length;
    });
  const computeCentre = (box: { y: number; height: number } | null | undefined) => (box ? box.y + box.height / 2 : NaN);
  const scrollTo = async (page: Page, n: number) => {
    await getRow(page, n).evaluate(async (link) => {
      link.scrollIntoView({ block: 'center' });
      // Browsers send scroll events before they run animation callbacks, and none if the link is already centred.
      await new Promise(requestAnimationFrame);
    });
    return measureHeight(page);
  };

  it('nine threads fit below four subcategories, and Back restores the scroll position', async () => {
    const listVisit = await visit(site.browser, `${site.server.url}/forums/community`, {
      viewport,
      ...buildLoggedInOptions(mila),
    });
    const { page } = listVisit;
    await getRow(page, total).waitFor();
    await expect.poll(() => getWholeRows(page, 'main li:has([data-thread])')).toBeGreaterThanOrEqual(9);
    await page.getByRole('button', { name: 'Show more threads' }).click();
    await getRow(page, 3).waitFor();
    const scrolledTo = await scrollTo(page, 3);
    expect(scrolledTo).toBeGreaterThan(1_000);
    await getRow(page, 3).click();
    await page.getByRole('heading', { name: 'Harbour 3', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Forums' }).click();
    await page.getByRole('link', { name: 'Builds', exact: true }).click();
    await page.getByText('No threads yet.').waitFor();
    await page.evaluate(() => history.go(-3));
    await expect.poll(() => measureHeight(page), { message: 'Back from another place' }).toBe(scrolledTo);

    await page.getByLabel('Sort by').selectOption('newest');
    await page.waitForURL(/sort=newest$/);
    await page.reload();
    await getRow(page, total).waitFor();
    expect(await page.getByLabel('Sort by').inputValue()).toBe('newest');
    const sortedHeight = await scrollTo(page, 15);
    await getRow(page, 15).click();
    await page.getByRole('heading', { name: 'Harbour 15', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Harbour 15', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => measureHeight(page), { message: 'Back after a reload' }).toBe(sortedHeight);
    expect(listOwnFaults(listVisit)).toEqual([]);
  });

  it('new threads, members online and players fit on the home page without scrolling', async () => {
    const players = createServer((_req, res) => res.end(JSON.stringify({ players: { online: 12 } })));
    await once(players.listen(0, '127.0.0.1'), 'listening');
    const { port } = players.address() as AddressInfo;
    await mila.perform('PUT', '/admin/settings', { status_url: `http://127.0.0.1:${port}/` });
    const homeVisit = await visit(site.browser, site.server.url, { viewport, ...buildLoggedInOptions(mila) });
    const { page } = homeVisit;
    await expect.poll(() => getWholeRows(page, 'main li:has([data-thread])')).toBeGreaterThanOrEqual(8);
    const isWhole = (element: Element) => element.getBoundingClientRect().bottom <= innerHeight;
    const playingCard = page.getByRole('region', { name: 'Playing now' });
    await playingCard.getByText('12', { exact: true }).waitFor();
    expect(await playingCard.evaluate(isWhole)).toBe(true);
    const online = page.getByRole('region', { name: 'Online now' });
    await online.getByRole('listitem').filter({ hasText: 'Mila' }).getByText('Admin').waitFor();
    expect(await online.evaluate(isWhole)).toBe(true);
    expect(listOwnFaults(homeVisit)).toEqual([]);
    players.close();
  });

  it('the thread list can be navigated by keyboard, and marks a new thread in its section', async () => {
    const homeVisit = await visit(site.browser, site.server.url, { viewport, ...buildLoggedInOptions(mila) });
    const { page } = homeVisit;
    await page.locator('main').getByRole('link', { name: 'Latest threads' }).click();
    // The home page also has a link with this name, but no shortcuts.
    await page.getByRole('heading', { level: 1, name: 'Latest threads' }).waitFor();
    await getRow(page, total).waitFor();
    for (let n = total; n >= total - 20; n--) await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Harbour ${total - 20}`);
    const heightBefore = await measureHeight(page);
    expect(heightBefore).toBeGreaterThan(200);
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: `Harbour ${total - 20}` }).waitFor();
    await page.goBack();
    await expect.poll(() => measureHeight(page)).toBe(heightBefore);

    await page.getByRole('link', { name: '+ New Thread' }).click();
    await page.locator('input:focus').fill('Written from the list');
    expect(await page.getByLabel('Title').inputValue()).toBe('Written from the list');
    await page.getByRole('textbox', { name: 'Content' }).fill('With the section chosen');
    await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Community › Races' });
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.waitForURL(/forums\/community\/races$/);
    const createdRow = page.locator('main li', { hasText: 'Written from the list' });
    await createdRow.waitFor();
    expect(await createdRow.evaluate((line) => getComputedStyle(line).animationName)).toMatch(/created/);
    expect(listOwnFaults(homeVisit)).toEqual([]);
  });

  it('seven one-line replies fit on the screen, and showing their actions moves nothing', async () => {
    const thread = await createThread(mila, 'Short replies', 'One line each.');
    const readOrder = async () =>
      ((await mila.call('GET', `/forums/posts/${thread}?last=1`)).body as PostRow[])[0]?.order;
    for (let n = 1; n <= 12; n++) await reply(mila, thread, `Reply ${n}.`);
    await mila.perform('PUT', `/forums/threads/${thread}/read`, { order: await readOrder() });
    const address = `${site.server.url}/forums/thread/${thread}`;
    const { page } = await visit(site.browser, address, { viewport, ...buildLoggedInOptions(mila) });
    const last = page.locator('li[data-order]', { hasText: 'Reply 12.' });
    await expect.poll(() => getWholeRows(page, 'li[data-order]')).toBeGreaterThanOrEqual(7);
    const replyButton = last.getByRole('button', { name: 'Reply to Mila' });
    const readOpacity = () => replyButton.evaluate((button) => getComputedStyle(button).opacity);
    const getPlaces = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('li[data-order]')].map((row) => row.getBoundingClientRect().top),
      );
    const placesBefore = await getPlaces();
    await expect.poll(readOpacity).toBe('0');
    await last.hover();
    await expect.poll(readOpacity).toBe('1');
    await page.mouse.move(0, 0);
    await expect.poll(readOpacity).toBe('0');
    await replyButton.focus();
    await expect.poll(readOpacity).toBe('1');
    expect(await getPlaces()).toEqual(placesBefore);
  });

  it('controls on a phone are large enough to touch, and titles can span two lines', async () => {
    const title = 'A title that is long enough to need more than the width of a phone';
    const thread = await createThread(mila, title, 'Go to `/warp pier` first.');
    await reply(mila, thread, 'Seen.');
    const { page } = await visit(site.browser, `${site.server.url}/forums/community`, {
      ...phone,
      ...buildLoggedInOptions(mila),
    });
    const link = page.getByRole('link', { name: title });
    // The page replaces the server-rendered link.
    await expect.poll(async () => (await link.boundingBox())?.height ?? 0).toBeGreaterThan(40);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Author').waitFor();
    expect(await listLowControls(page)).toEqual([]);
    await page.getByRole('button', { name: 'Watch' }).click();
    const levels = await page.getByRole('list', { name: 'Notification level' }).boundingBox();
    expect((levels?.x ?? 0) + (levels?.width ?? 0)).toBeLessThan(phone.viewport.width);
    await page.goto(`${site.server.url}/forums`);
    const isTwoLines = async () => ((await link.locator('span').boundingBox())?.height ?? 0) > 36;
    await expect.poll(isTwoLines).toBe(true);
    await link.click();
    const actions = page.locator('li[data-order]', { hasText: 'Seen.' });
    await actions.waitFor();
    expect(await listLowControls(page)).toEqual([]);
    const [name, number] = await Promise.all(
      ['Mila', 'Reply 1'].map((name) => actions.getByRole('link', { name, exact: true }).first().boundingBox()),
    );
    expect(Math.abs(computeCentre(name) - computeCentre(number)), 'the number is on the line of the name').toBeLessThan(
      4,
    );
    expect(
      await actions
        .getByRole('button', { name: 'Reply to Mila' })
        .evaluate((button) => getComputedStyle(button).opacity),
    ).toBe('1');
  });
});
