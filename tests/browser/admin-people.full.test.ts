import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit, type Visit } from '../support/browser/browser.js';
import { stepsOf, tabTo } from '../support/browser/keyboard.js';
import { registered, registeredOnly, type Person } from '../support/site/member.js';

const crowd = 50;
const day = 86_400_000; // ms

describe.runIf(hasBrowser('actions on accounts in a browser'))('a member of the staff', () => {
  const site = browserSite();
  let mila: Person;
  let sanne: Person;
  let his: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    sanne = await registered(site.server, 'Sanne');
    await registered(site.server, 'Bram');
    await Promise.all(Array.from({ length: crowd }, (_, n) => unverified(`Visitor${n}`)));
  }, 60_000);

  beforeEach(async () => {
    await site.closeContexts();
    his = await visit(site.browser, `${site.server.url}/admin/user-management`, loggedInAs(mila));
    page = his.page;
  });

  const unverified = (username: string) => registeredOnly(site.server, username);
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const names = () => page.getByRole('rowheader').allInnerTexts();
  const account = async (person: Person) =>
    (await mila.call('GET', `/admin/users/${person.me?.id}`)).body as AccountRow;
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const search = (words: string) => page.getByRole('searchbox', { name: 'Search by name or email' }).fill(words);

  it('finds, filters, sorts and pages the users on the server, and returns to the result by its address', async () => {
    await rowOf('Bram').filter({ hasText: 'bram@example.orgYesActiveMember' }).waitFor();
    await page.getByText(`1–50 of ${crowd + 3}`).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(`51–53 of ${crowd + 3}`).waitFor();
    await page.getByRole('button', { name: 'Username' }).click();
    await expect.poll(async () => (await names())[0]).toBe('Visitor9');
    const head = page.getByRole('columnheader', { name: 'Username' });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('combobox', { name: 'Verified' }).selectOption('Yes');
    await page.getByText('1–3 of 3').waitFor();
    expect(await names()).toEqual(['Sanne', 'Mila', 'Bram']);
    await search('RAM@');
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    await rowOf('Bram').waitFor();
    expect(await names()).toEqual(['Bram']);
    await search('nobody at all');
    await page.getByText('No users found.').waitFor();
    await page.route('**/api/admin/users?*', (route) => route.abort());
    await search('bram');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('No users found.').count()).toBe(0);
  });

  it('bans a member for a week and undoes it, by keyboard alone', async () => {
    const { keyboard } = page;
    await rowOf('Sanne').waitFor();
    const step = stepsOf('ban somebody for a week and undo it');
    await tabTo(page, 'Search by name or email');
    await keyboard.type('sanne');
    await page.getByText('1–1 of 1').waitFor();
    step('found');
    await tabTo(page, 'Ban: Sanne');
    await keyboard.press('Enter');
    await dialog('Ban Sanne').waitFor();
    await tabTo(page, 'A week');
    await keyboard.press('ArrowLeft');
    await page.getByRole('radio', { name: 'A day', checked: true }).waitFor();
    await keyboard.press('ArrowRight');
    await page.getByText('The ban ends on').waitFor();
    step('a week chosen');
    await tabTo(page, 'Reason');
    await keyboard.type('Spam in Builds');
    await keyboard.press('Enter');
    await rowOf('Sanne').getByText('Banned').waitFor();
    step('banned');
    const { ban } = await account(sanne);
    expect(ban?.reason).toBe('Spam in Builds');
    const days = (Date.parse(ban?.until ?? '') - Date.now()) / day;
    expect([days > 6.95, days < 7.05]).toEqual([true, true]);
    await page.getByText(/^Sanne is banned until .*\.$/).waitFor();
    await keyboard.press('F6');
    await tabTo(page, 'Undo');
    await keyboard.press('Enter');
    await rowOf('Sanne').getByText('Active').waitFor();
    step('undone');
    expect((await account(sanne)).banned).toBe(false);
    expect(ownFaults(his)).toEqual([]);
  });
});
