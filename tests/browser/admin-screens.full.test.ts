import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, visit, type Visit } from '../support/browser/browser.js';
import { registered, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('dashboard, roles and mails in a browser'))('a member of the staff', () => {
  const site = browserSite();
  let mila: Person;
  let his: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    await registered(site.server, 'Bram');
  });

  beforeEach(async () => {
    await site.closeContexts();
    his = await visit(site.browser, `${site.server.url}/admin/role-editor`, loggedInAs(mila));
    page = his.page;
  });

  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const alert = (words: string, within: Page | Locator = page) =>
    within.getByRole('alert').filter({ hasText: words }).waitFor();

  it('makes, changes and deletes a role, with the words of the specification where it fails.', async () => {
    await page.getByRole('button', { name: 'New role' }).click();
    const form = dialog('New role');
    const create = () => form.getByRole('button', { name: 'Create role' }).click();
    await create();
    await alert('Role name is required!', form);
    await form.getByLabel('Name', { exact: true }).fill(' admin ');
    await create();
    await alert('Cannot create a default role!', form);
    await page.route('**/api/admin/roles', (route) => route.abort());
    await form.getByLabel('Name', { exact: true }).fill('Warden');
    await create();
    await alert('Error creating role!', form);
    await page.unroute('**/api/admin/roles');
    await create();

    const role = dialog('Warden');
    await role.waitFor();
    await page.route('**/api/admin/roles/*/permissions*', (route) => route.abort());
    await page.route('**/api/admin/roles/*/permissions/*', (route) => route.abort());
    const bans = role.getByRole('switch', { name: 'Ban accounts' });
    await bans.click();
    await alert('Error adding permission!', role);
    expect(await bans.isChecked()).toBe(false);
    await page.unroute('**/api/admin/roles/*/permissions*');
    await bans.click();
    await page.getByText('Warden: “Ban accounts” granted').waitFor();
    await bans.click();
    await alert('Error removing permission!', role);
    expect(await bans.isChecked()).toBe(true);
    expect(await role.getByRole('switch').count()).toBe(13);
    expect(await role.getByRole('switch', { name: 'Reply' }).isDisabled()).toBe(true);

    await role.getByRole('button', { name: 'Delete role' }).click();
    const question = dialog('Delete Warden?');
    await page.route('**/api/admin/roles/*', (route) => route.abort());
    await question.getByRole('button', { name: 'Delete role' }).click();
    await alert('Error deleting role!', question);
    await page.unroute('**/api/admin/roles/*');
    await question.getByRole('button', { name: 'Delete role' }).click();
    await page.getByText('Role “Warden” deleted').waitFor();
    await page.getByRole('link', { name: 'Warden' }).waitFor({ state: 'detached' });
    await dialog('Role “Warden” deleted').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: 'Warden' }).waitFor();

    await page.getByRole('link', { name: 'Member', exact: true }).click();
    await dialog('Member').getByText('Admin and Member are built in').waitFor();
    expect(await dialog('Member').getByRole('button', { name: 'Delete role' }).count()).toBe(0);
    await page.route('**/api/admin/roles', (route) => route.abort());
    await page.reload();
    await alert('Error fetching roles!');
    expect(ownFaults(his)).toEqual([]);
  });
});
