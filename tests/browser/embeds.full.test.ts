import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillSampleCommunity } from '../../scripts/sample-community/fill-sample-community.mjs';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit, type Visit } from '../support/browser/browser.js';
import { Person, reply } from '../support/site/member.js';

const timeoutMs = 20_000;
const desk = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>';

describe.runIf(hasBrowser('embeds, dialogs and toasts'))('embeds, dialogs and toasts', () => {
  const site = setUpBrowserSite({ hasPublicUrl: true });
  let admin: Person;
  let threadId: number;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    const sample = await fillSampleCommunity(site.server.url, site.server.dataDir, { isSmall: true });
    threadId = sample.threadId;
    admin = new Person(site.server.url);
    admin.cookie = `${sample.admin.name}=${sample.admin.value}`;
    await admin.perform('PUT', '/admin/settings', { image_hosts: ['i.example.org'], set_up: 1 });
  });
  afterEach(() => context?.close());
  async function open(path: string, viewport: typeof desk): Promise<Visit> {
    const embedVisit = await visit(site.browser, site.server.url + path, { ...buildLoggedInOptions(admin), viewport });
    context = embedVisit.page.context();
    return embedVisit;
  }

  const getBox = async (of: Locator) => {
    const boundingBox = await of.boundingBox();
    if (!boundingBox) throw new Error('It is not shown');
    return { ...boundingBox, bottom: boundingBox.y + boundingBox.height };
  };
  /** Checks the open dialog or, if there is none, the whole page. */
  const getCoveredControls = (page: Page) =>
    strip(page).evaluate((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      const scope = document.querySelector('[data-dialog]') ?? document;
      const controls = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')];
      return controls.flatMap((control) => {
        const controlBox = control.getBoundingClientRect();
        const isApart =
          controlBox.right <= left || controlBox.left >= right || controlBox.bottom <= top || controlBox.top >= bottom;
        return isApart || controlBox.width <= 1 || card.contains(control) ? [] : [control.textContent];
      });
    });
  const strip = (page: Page) => page.getByRole('region', { name: 'Notifications' });

  it('loads a video or image from another site only after a click', async () => {
    const { url } = site.server;
    const text = `https://youtu.be/dQw4w9WgXcQ\n\nhttps://i.example.org/map.png\n\nSee ${url}/forums/thread/${threadId}`;
    await reply(admin, threadId, text);
    const homeVisit = await open('/', desk);
    const { page } = homeVisit;
    const requests: string[] = [];
    await page.route(/^https:/, (route) => {
      const { hostname } = new URL(route.request().url());
      requests.push(`${hostname} ${route.request().headers()['referer'] ?? 'no referrer'}`);
      const isImage = hostname === 'i.example.org';
      return route.fulfill(isImage ? { contentType: 'image/svg+xml', body: picture } : { body: '<p>The player</p>' });
    });
    await page.goto(`${url}/forums/thread/${threadId}`);
    const load = page.getByRole('button', { name: 'Load video from YouTube' });
    await load.waitFor();
    await page
      .getByRole('link', { name: 'The old harbour makes room: what do we build there?', exact: true })
      .waitFor();
    expect(requests).toEqual([]);
    await load.click();
    await page.frameLocator('iframe[title="YouTube video"]').getByText('The player').waitFor();
    await page.getByRole('button', { name: 'Load image from i.example.org' }).click();
    const image = page.getByRole('img', { name: 'Image from i.example.org' });
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth), { timeout: timeoutMs })
      .toBe(2000);
    expect((await getBox(image)).width).toBeLessThanOrEqual((await getBox(page.getByRole('main'))).width);
    expect(requests).toEqual([`www.youtube-nocookie.com ${url}/`, 'i.example.org no referrer']);
    expect(listOwnFaults(homeVisit)).toEqual([]);
  });

  it.each([
    ['a desk', desk],
    ['a phone', phone],
  ])("toasts do not cover a dialog's controls on %s", async (_, viewport) => {
    const { page } = await open('/admin/role-editor', viewport);
    const role = `Keeper${viewport.width}`;
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByLabel('Name', { exact: true }).fill(role);
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.locator('[data-dialog]').getByRole('switch').first().waitFor();
    await strip(page).getByText(`Role “${role}” created`).waitFor();
    expect(await getCoveredControls(page)).toEqual([]);
    expect(await strip(page).getByRole('dialog').filter({ visible: true }).count()).toBe(1);
  });

  it('shows only one small toast at a time, which covers no control and moves nothing', async () => {
    const { page } = await open('/admin/forums-manager', desk);
    const add = page.getByRole('button', { name: 'Add subcategory' }).last();
    for (const name of ['Castles', 'Bridges', 'Towers']) {
      await add.click();
      await page.getByLabel('Name', { exact: true }).fill(name.toLowerCase());
      await page.getByLabel('Display name').fill(name);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await strip(page).getByText(`${name} added`).waitFor();
      expect(await strip(page).getByRole('dialog').count()).toBe(1);
      expect((await getBox(strip(page))).width).toBeLessThanOrEqual(360);
      expect(await getCoveredControls(page)).toEqual([]);
    }
  });

  it('a toast neither moves nor covers the composer on a phone', async () => {
    const { page } = await open(`/forums/thread/${threadId}`, phone);
    const composer = page.getByPlaceholder(/^Write a reply/);
    const boxBefore = await getBox(composer);
    await page
      .getByRole('button', { name: /^Copy the link/ })
      .first()
      .click();
    await strip(page)
      .getByText(/[Ll]ink/)
      .waitFor();
    expect(await getBox(composer)).toEqual(boxBefore);
    expect((await getBox(strip(page))).bottom).toBeLessThanOrEqual(boxBefore.y);
    expect((await getBox(strip(page))).width).toBeLessThanOrEqual(360);
  });
});
