import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit } from '../support/browser/browser.js';
import { newThread, registered, sectionId, type Person } from '../support/site/member.js';

const total = 40;
const viewport = { width: 1280, height: 860 };

describe.runIf(hasBrowser('the lists of threads'))('thread list', () => {
  const site = browserSite();
  let mila: Person;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    const section_id = await sectionId(mila, 'community');
    await mila.done('PUT', '/admin/settings', { set_up: true });
    for (const name of ['Builds', 'Help', 'Races', 'Music']) {
      const place = { section_id, name: name.toLowerCase(), display_name: name, description: 'About it', icon: 'star' };
      await mila.done('POST', '/forums/subsections', place);
    }
    for (let n = 1; n <= total; n++) await newThread(mila, `Harbour ${n}`, 'What shall we build next? '.repeat(20));
  }, 60_000);

  const height = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  const row = (page: Page, n: number) => page.getByRole('link', { name: `Harbour ${n}`, exact: true });
  const scrollTo = async (page: Page, n: number) => {
    await row(page, n).evaluate(async (link) => {
      const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
      link.scrollIntoView({ block: 'center' });
      await scrolled;
    });
    return height(page);
  };

  it("shows eight threads below four subcategories, and restores the reader's scroll position", async () => {
    const its = await visit(site.browser, `${site.server.url}/forums/community`, { viewport, ...loggedInAs(mila) });
    const { page } = its;
    await row(page, total).waitFor();
    const rows = page.locator('main li:has([data-thread])');
    const whole = () =>
      rows.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length);
    await expect.poll(whole).toBeGreaterThanOrEqual(8);
    await page.getByRole('button', { name: 'Show more threads' }).click();
    await row(page, 3).waitFor();
    const before = await scrollTo(page, 3);
    expect(before).toBeGreaterThan(1_000);
    await row(page, 3).click();
    await page.getByRole('heading', { name: 'Harbour 3' }).waitFor();
    await page.goBack();
    await expect.poll(() => height(page)).toBe(before);

    await page.getByLabel('Sort by').selectOption('newest');
    await page.waitForURL(/sort=newest$/);
    await page.reload();
    await row(page, total).waitFor();
    expect(await page.getByLabel('Sort by').inputValue()).toBe('newest');
    const sorted = await scrollTo(page, 15);
    await row(page, 15).click();
    await page.getByRole('heading', { name: 'Harbour 15' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Harbour 15' }).waitFor();
    await page.goBack();
    await expect.poll(() => height(page), { message: 'Back after a reload' }).toBe(sorted);
    expect(ownFaults(its)).toEqual([]);
  });

  it('can be navigated by keyboard, and marks a new thread in its section', async () => {
    const its = await visit(site.browser, site.server.url, { viewport, ...loggedInAs(mila) });
    const { page } = its;
    await page.locator('main').getByRole('link', { name: 'All latest' }).click();
    // The home page also has a link with this name, but no shortcuts.
    await page.getByRole('heading', { level: 1, name: 'All latest' }).waitFor();
    await row(page, total).waitFor();
    for (let n = total; n >= total - 20; n--) await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Harbour ${total - 20}`);
    const before = await height(page);
    expect(before).toBeGreaterThan(200);
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: `Harbour ${total - 20}` }).waitFor();
    await page.goBack();
    await expect.poll(() => height(page)).toBe(before);

    await page.getByRole('link', { name: '+ New Thread' }).click();
    await page.locator('input:focus').fill('Written from the list');
    expect(await page.getByLabel('Title').inputValue()).toBe('Written from the list');
    await page.getByRole('textbox', { name: 'Content' }).fill('With the section chosen');
    await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Community › Races' });
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.waitForURL(/forums\/community\/races$/);
    const created = page.locator('main li', { hasText: 'Written from the list' });
    await created.waitFor();
    expect(await created.evaluate((line) => getComputedStyle(line).animationName)).toMatch(/created/);
    expect(ownFaults(its)).toEqual([]);
  });
});
