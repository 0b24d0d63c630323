import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit, type Visit } from '../support/browser/browser.js';
import { stepsOf, tabTo } from '../support/browser/keyboard.js';
import { newThread, registered, type Person } from '../support/site/member.js';
import { repliesOf } from '../support/processes/posting.js';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.runIf(hasBrowser('tasks on a phone'))('A task', () => {
  const site = browserSite();
  let mila: Person;
  let bram: Person;
  let threadId: number;
  let admin: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    bram = await registered(site.server, 'Bram');
    threadId = await newThread(mila, 'The old lighthouse', 'Who mends its lamp before winter?');
    admin = await visit(site.browser, site.server.url, { ...phone, ...loggedInAs(mila) });
    page = admin.page;
  });

  const quotes = async () => (await repliesOf(mila, threadId)).map(({ content }) => content);

  it('by keyboard: find a thread by search and quote from it', async () => {
    const { page } = await visit(site.browser, site.server.url, loggedInAs(bram));
    await page.getByText('Recent posts').first().waitFor();
    const step = stepsOf('find a thread by search and quote from it, by keyboard');
    await tabTo(page, 'Search the site');
    await page.keyboard.type('lighthouse');
    await page.keyboard.press('Enter');
    await page.getByText('1 result').waitFor();
    step('found');
    await tabTo(page, 'The old lighthouse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The old lighthouse' }).waitFor();
    step('opened');
    await tabTo(page, 'Quote Mila');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('I do.');
    await page.keyboard.press('Control+Enter');
    await page.locator('li[data-order]', { hasText: 'I do.' }).waitFor();
    step('quoted');
    expect((await quotes()).join()).toMatch(/^> @Mila wrote:[^]*Who mends its lamp[^]*I do\.$/);
    await page.context().close();
  });

  it('on a phone: ban a member for a week and undo it', async () => {
    await page.goto(`${site.server.url}/admin/user-management`);
    const step = stepsOf('ban somebody for a week and undo it, on a phone');
    await page.getByRole('link', { name: 'Ban: Bram' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Ban Bram' });
    await dialog.getByText('A week').tap();
    await dialog.getByText('The ban ends on').waitFor();
    step('a week chosen');
    await dialog.getByRole('button', { name: 'Ban Bram' }).tap();
    await page.getByText(/^Bram is banned until .*\.$/).waitFor();
    step('banned');
    expect((await bram.call('GET', '/sessions')).status).toBe(401);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByRole('link', { name: 'Ban: Bram' }).waitFor();
    step('undone');
    await bram.logIn('Bram');
    expect((await bram.call('GET', '/sessions')).status).toBe(200);
  });

  it('on a phone: hide a section from a role.', async () => {
    await page.goto(`${site.server.url}/admin/forums-manager`);
    const step = stepsOf('hide a section from a role, on a phone');
    await page.getByRole('button', { name: 'Permissions: Updates' }).tap();
    await page.getByRole('checkbox', { name: 'Member: View' }).tap();
    step('found the role');
    await page.getByRole('button', { name: 'Save permissions' }).tap();
    await page.getByText('Permissions of Updates saved', { exact: true }).first().waitFor();
    step('saved');
    const seen = (await bram.call('GET', '/forums/sections')).body as { name: string }[];
    expect(seen.map(({ name }) => name)).toEqual(['news', 'community']);
    expect(ownFaults(admin)).toEqual([]);
  });
});
