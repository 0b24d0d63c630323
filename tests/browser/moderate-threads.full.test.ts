import { AxeBuilder } from '@axe-core/playwright';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, phone, visit } from '../support/browser/browser.js';
import { createThread, registerPerson, findSectionId, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('acting on many threads, and the search field'))('moderating threads', () => {
  const site = setUpBrowserSite();
  let mila: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    for (const name of ['harbour', 'lighthouse', 'market', 'bridge']) await createThread(mila, `The old ${name}`);
  });

  const readLocked = async () => {
    const { body } = await mila.call('GET', `/forums/threads?section_id=${await findSectionId(mila, 'community')}`);
    return (body as ThreadSummary[]).flatMap(({ title, locked }) => (locked ? [title] : [])).sort();
  };

  const choose = async (page: Page, action: string) => {
    await page.getByRole('button', { name: 'Actions', exact: true }).tap();
    await page.getByRole('menuitem', { name: action, exact: true }).tap();
  };

  /** Also expects that the end of the page can be scrolled into view above the bar. */
  async function expectOneRow(page: Page): Promise<void> {
    const getBox = (locator: Locator) =>
      locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    const bar = page.getByRole('region', { name: 'Selected threads' });
    for (const [width, height] of [
      [1280, 860],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await getBox(bar);
      expect(box.height).toBeLessThan(68);
      expect([box.left >= 0, box.right <= width, height - box.bottom <= 12]).toEqual([true, true, true]);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = await getBox(page.getByRole('contentinfo'));
      expect(end.bottom).toBeLessThanOrEqual(box.top);
    }
  }

  it("a list's tools fit on one line on a tablet", async () => {
    const viewport = { width: 768, height: 1024 };
    const address = `${site.server.url}/forums/community`;
    const { page } = await visit(site.browser, address, { viewport, ...buildLoggedInOptions(mila) });
    const tools = [
      page.getByRole('heading', { name: 'Threads' }),
      page.getByRole('link', { name: 'Show deleted' }),
      page.getByLabel('Sort by'),
    ];
    const getCentre = (tool: Locator) =>
      tool.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        return Math.round(top + height / 2);
      });
    await tools[1]?.waitFor();
    const [firstCentre, ...others] = await Promise.all(tools.map(getCentre));
    expect(others.map((centre) => Math.abs(centre - (firstCentre ?? 0)) <= 2)).toEqual([true, true]);
  });

  it('three threads can be locked in one step on a phone, and the lock can be undone', async () => {
    const listVisit = await visit(site.browser, `${site.server.url}/forums/community`, {
      ...phone,
      ...buildLoggedInOptions(mila),
    });
    const { page } = listVisit;
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    for (const name of ['harbour', 'market', 'bridge']) {
      await page.getByRole('checkbox', { name: `Select “The old ${name}”` }).tap();
    }
    await page.getByText('3 selected').waitFor();
    expect(await listFaults(page)).toEqual([]);
    await expectOneRow(page);
    await choose(page, 'Lock');
    await page.getByText('3 threads locked.').waitFor();
    expect(await readLocked()).toEqual(['The old bridge', 'The old harbour', 'The old market']);
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await page.getByText('Undone: 3 threads locked.').waitFor();
    expect(await readLocked()).toEqual([]);

    await page.getByRole('checkbox', { name: 'Select “The old market”' }).tap();
    await choose(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await page.getByRole('checkbox', { name: 'Select “The old market”' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show deleted' }).tap();
    await page.getByText('Deleted by Mila').waitFor();
    expect(await listFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore “The old market”' }).tap();
    await page.getByText('No deleted threads here.').waitFor();
    await page.getByRole('link', { name: 'Hide deleted' }).tap();
    await page.getByRole('link', { name: 'The old market' }).waitFor();
    expect(listOwnFaults(listVisit)).toEqual([]);
    await page.context().close();
  });

  it('a thread can be found by keyboard from any page, and with the search icon on a phone', async () => {
    const membersVisit = await visit(site.browser, `${site.server.url}/members`, buildLoggedInOptions(mila));
    const { page } = membersVisit;
    await page.getByRole('button', { name: 'Account: Mila' }).waitFor();
    await page.getByRole('main').getByRole('searchbox').focus();
    const field = page.getByRole('combobox', { name: 'Search the site' });
    // Shortcuts are fetched after the page has rendered.
    const pressSearchKeys = async () => {
      await page.keyboard.press('Control+k');
      return field.evaluate((element) => element === document.activeElement);
    };
    await expect.poll(pressSearchKeys).toBe(true);
    await page.keyboard.type('lightho');
    await page.locator('[role=option]', { hasText: 'The old lighthouse' }).waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The old lighthouse' }).waitFor();

    await page.setViewportSize(phone.viewport);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('dialog [role=combobox]:focus').waitFor();
    await page.keyboard.type('harbour');
    await page.locator('[role=option]', { hasText: 'The old harbour' }).waitFor();
    expect(await listFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[role=listbox]').waitFor({ state: 'detached' });
    expect(await page.locator('dialog[open]').count(), 'the first Escape closes only the list').toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=harbour');
    expect(listOwnFaults(membersVisit)).toEqual([]);
    await page.context().close();
  });
});

async function listFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const violationTexts = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  return isWide ? [...violationTexts, 'the page scrolls sideways'] : violationTexts;
}
