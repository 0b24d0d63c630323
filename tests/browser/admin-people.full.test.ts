import { randomUUID } from 'node:crypto';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit, type Visit } from '../support/browser/browser.js';
import { stepsOf, tabTo } from '../support/browser/keyboard.js';
import { registered, registeredOnly, type Person } from '../support/site/member.js';

/** So many that the table has a second page. */
const crowd = 50;
const day = 86_400_000; // ms

describe.runIf(hasBrowser('actions on accounts in a browser'))('a member of the staff', () => {
  const site = browserSite();
  let mila: Person;
  let sanne: Person;
  let bram: Person;
  let his: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    sanne = await registered(site.server, 'Sanne');
    bram = await registered(site.server, 'Bram');
    await Promise.all(Array.from({ length: crowd }, (_, n) => unverified(`Visitor${n}`)));
  }, 60_000);

  beforeEach(async () => {
    await site.closeContexts();
    his = await visit(site.browser, `${site.server.url}/admin/user-management`, loggedInAs(mila));
    page = his.page;
  });

  const unverified = (username: string) => registeredOnly(site.server, username);
  const open = (path: string) => page.goto(site.server.url + path);
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const names = () => page.getByRole('rowheader').allInnerTexts();
  const account = async (person: Person) =>
    (await mila.call('GET', `/admin/users/${person.me?.id}`)).body as AccountRow;
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const alert = (words: string, within: Page | Locator = page) =>
    within.getByRole('alert').filter({ hasText: words }).waitFor();
  const search = (words: string) => page.getByRole('searchbox', { name: 'Search by name or email' }).fill(words);

  it('finds, filters, sorts and pages the users on the site.server, and returns to the result by its address', async () => {
    await rowOf('Bram').filter({ hasText: 'bram@example.orgYesActiveMember' }).waitFor();
    await page.getByText(`1–50 of ${crowd + 3}`).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(`51–53 of ${crowd + 3}`).waitFor();
    await page.getByRole('button', { name: 'Username' }).click();
    await expect.poll(async () => (await names())[0]).toBe('Visitor9');
    const head = page.getByRole('columnheader', { name: 'Username' });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('combobox', { name: 'Verified' }).click();
    await page.getByRole('option', { name: 'Yes' }).click();
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

  it('sees why an action failed, and keeps the typed text', async () => {
    await page.route('**/api/admin/ban/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Ban: Bram' }).click();
    const form = dialog('Ban Bram');
    await form.getByLabel('Reason').fill('Griefing');
    await form.getByText('Permanent').click();
    await form.getByRole('button', { name: 'Ban Bram' }).click();
    await alert('That could not be done. Please try again.', form);
    expect(await form.getByLabel('Reason').inputValue()).toBe('Griefing');
    await page.unroute('**/api/admin/ban/*');
    await form.getByRole('button', { name: 'Ban Bram' }).click();
    await rowOf('Bram').getByText('Banned').waitFor();
    expect((await account(bram)).ban).toEqual({ reason: 'Griefing', until: null });

    await open(`/admin/ban/${bram.me?.id}`);
    await page.getByRole('heading', { name: 'Unban Bram' }).waitFor();
    await page.getByText('“Griefing”').waitFor();
    await page.getByRole('button', { name: 'Unban Bram' }).click();
    await page.getByRole('heading', { name: 'Bram', level: 1, exact: true }).waitFor();
    expect((await account(bram)).banned).toBe(false);
    await page
      .getByRole('button', { name: /^Undo: / })
      .first()
      .waitFor();
  });

  it('gives a role that another member of the staff has deleted: the server refuses, and the roles reload', async () => {
    const { id } = await mila.done('POST', '/admin/roles', { name: 'Builder' }, randomUUID());
    await mila.done('POST', `/admin/roles/${id}/permissions`, { permission: 'lock_topics' }, randomUUID());
    await open(`/admin/role/${bram.me?.id}`);
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Builder' }).click();
    await page.getByText('Gains permission to').waitFor();
    await page.getByText('Lock threads').waitFor();
    await mila.done('DELETE', `/admin/roles/${id}`, {}, randomUUID());
    await page.getByRole('button', { name: 'Give role' }).click();
    await alert('That role does not exist.');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Member' }).waitFor();
    expect(await page.getByRole('option', { name: 'Builder' }).count()).toBe(0);
    expect((await account(bram)).role).toBe('Member');
  });

  it('acts on many in one call, with a result for each, and undoes it with one click', async () => {
    await search('a');
    await rowOf('Mila').waitFor();
    for (const name of ['Mila', 'Sanne', 'Bram']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByText('3 users selected').waitFor();
    await page
      .getByRole('group', { name: 'Actions on the selected users' })
      .getByRole('button', { name: 'Ban', exact: true })
      .click();
    const form = page.getByRole('dialog').filter({ hasText: 'Ban 3 members' });
    await form.getByRole('button', { name: 'Ban 3 members' }).click();
    const result = page.getByRole('listitem').filter({ hasText: 'Mila You cannot ban yourself.' });
    await result.waitFor();
    await page.getByText('Done for 2 members. Failed for:').waitFor();
    await page.keyboard.press('Escape');
    await rowOf('Sanne').getByText('Banned').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await rowOf('Sanne').getByText('Active').waitFor();
    expect([(await account(sanne)).banned, (await account(bram)).banned]).toEqual([false, false]);
  });

  it('deletes an account only after its name was typed, and sees what stays', async () => {
    await unverified('Goner');
    await search('goner');
    await page.getByRole('link', { name: 'Delete: Goner' }).click();
    const form = dialog('Delete Goner');
    await form.getByText('This cannot be undone.').waitFor();
    await form.getByText('Threads, replies and wall posts stay, signed [deleted].').waitFor();
    const button = form.getByRole('button', { name: 'Delete Goner' });
    await form.getByLabel('Type Goner to confirm').fill('Gon');
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await form.getByLabel('Type Goner to confirm').fill('Goner');
    await button.click();
    await page.getByText('Goner was deleted.').waitFor();
    await page.getByText('No users found.').waitFor();
    expect((await mila.call('GET', '/admin/users?search=goner')).body).toEqual([]);
  });

  it('views an account as it was at a moment before its role', async () => {
    const { id } = await mila.done('POST', '/admin/roles', { name: 'Guide' }, randomUUID());
    const before = new Date().toISOString();
    await mila.done('POST', `/admin/role/${sanne.me?.id}`, { role: id }, randomUUID());
    await open(`/admin/users/${sanne.me?.id}?at=${before}`);
    await page.getByText(/^Role and ban at \d/).waitFor();
    const role = page.locator('dt', { hasText: /^Role$/ }).locator('+ dd');
    expect(await role.innerText()).toBe('Member');
    await page.getByText('Member → Guide').waitFor();
    const moment = page.getByLabel('Point in time', { exact: true });
    const [address, shown] = [page.url(), await moment.inputValue()];
    await moment.press('ArrowDown');
    await moment.press('ArrowRight');
    await moment.press('ArrowDown');
    expect(await moment.inputValue(), 'what is typed stays').not.toBe(shown);
    expect([page.url(), await moment.evaluate((field) => field === document.activeElement)]).toEqual([address, true]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.locator('dd', { hasText: 'Guide' }).waitFor();
    await page.getByRole('button', { name: 'Undo: Role' }).first().click();
    await page.locator('dd', { hasText: /^Member$/ }).waitFor();
    expect((await account(sanne)).role).toBe('Member');
  });
});
