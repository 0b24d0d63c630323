import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, loggedInAs, openBrowser, ownFaults, visit, type Visit } from '../support/browser/browser.js';
import { registered, type Person } from '../support/site/member.js';
import { startServerProcess, temporaryFolder, type ServerProcess } from '../support/processes/server-process.js';

describe.runIf(hasBrowser('dashboard, roles and mails in a browser'))('a member of the staff', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let server: ServerProcess;
  let mila: Person;
  let bram: Person;
  let his: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startServerProcess({ dataDir: folder.path });
    mila = await registered(server, 'Mila');
    bram = await registered(server, 'Bram');
    browser = await openBrowser();
  });

  beforeEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    his = await visit(browser, `${server.url}/admin/role-editor`, loggedInAs(mila));
    page = his.page;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    folder.remove();
  });

  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const alert = (words: string, within: Page | Locator = page) =>
    within.getByRole('alert').filter({ hasText: words }).waitFor();

  it('sees some numbers and all members with name and address on the dashboard', async () => {
    await page.goto(`${server.url}/admin/dashboard`);
    const accounts = page.getByRole('listitem').filter({ hasText: 'Accounts' });
    await accounts.filter({ hasText: '2' }).waitFor();
    for (const name of ['Posts in 30 days', 'Open reports', 'Failed emails', 'Players online'])
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    const players = page.getByRole('listitem').filter({ hasText: 'Players online' });
    await players.filter({ hasText: 'Not set up' }).waitFor();
    expect(await players.getByRole('link').getAttribute('href')).toBe('/admin/settings');
    await page.getByRole('row').filter({ hasText: 'bram@example.org' }).waitFor();
    await page.getByRole('link', { name: 'Bram' }).click();
    await page.getByRole('heading', { name: 'Bram', level: 1 }).waitFor();
    expect(ownFaults(his)).toEqual([]);
  });

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
    expect(await bans.getAttribute('aria-checked')).toBe('false');
    await page.unroute('**/api/admin/roles/*/permissions*');
    await bans.click();
    await page.getByText('Warden: “Ban accounts” granted').waitFor();
    await bans.click();
    await alert('Error removing permission!', role);
    expect(await bans.getAttribute('aria-checked')).toBe('true');
    expect(await role.getByRole('switch').count()).toBe(13);
    expect(await role.getByRole('switch', { name: 'Reply' }).getAttribute('aria-disabled')).toBe('true');

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

  it('sees which mails wait or failed, with a word where there are none.', async () => {
    await page.route('**/api/admin/mails', (route) => route.fulfill({ json: [failedMail] }));
    await page.route('**/api/admin/mails/*/retry', (route) => route.fulfill({ status: 409, json: expiredMail }));
    await page.goto(`${server.url}/admin/mails`);
    await page.getByText('connect ECONNREFUSED').waitFor();
    await page.getByRole('button', { name: /^Try again now: / }).click();
    await alert('That email has expired and will not be sent.');
    await page.unroute('**/api/admin/mails');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('All emails have been written to a folder.').waitFor();
  });

  it('has cards instead of a table on a phone; members find no admin area at all.', async () => {
    const users = `${server.url}/admin/user-management`;
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    const { page: small } = await visit(browser, users, { ...phone, ...loggedInAs(mila) });
    const card = small.getByRole('listitem').filter({ hasText: 'bram@example.org' });
    await card.getByRole('link', { name: 'Ban: Bram' }).waitFor();
    expect(await small.getByRole('table').count()).toBe(0);
    const sideways = () => small.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await card.getByRole('link', { name: 'Ban: Bram' }).tap();
    await small.getByRole('dialog', { name: 'Ban Bram' }).waitFor();
    expect(await sideways()).toBeLessThanOrEqual(0);
    const { page: member } = await visit(browser, users, loggedInAs(bram));
    await member.getByText('Oops, page not found!').waitFor();
  });
});

const failedMail = {
  id: '7.m1',
  user_id: 7,
  username: 'Sanne',
  kind: 'verify',
  attempts: 4,
  last_error: 'connect ECONNREFUSED',
  due_at: '2026-11-21T12:00:00.000Z',
  expired: false,
  created_at: '2026-11-21T10:00:00.000Z',
};
const expiredMail = { error: 'That email has expired and will not be sent.', code: 'mail-expired' };
