import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { createThread, registerPerson, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('the keys of programs in a browser'))('API keys', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let thread: number;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    thread = await createThread(mila, 'Weekly numbers');
  });

  beforeEach(() => site.closeContexts());

  const post = (key: string) =>
    fetch(`${site.server.url}/api/forums/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ thread_id: thread, content: 'The numbers of this week' }),
    });

  it('an Admin creates a key and revokes it by keyboard, and its program writes under its own name', async () => {
    const adminVisit = await visit(site.browser, `${site.server.url}/admin/keys`, buildLoggedInOptions(mila));
    const { page } = adminVisit;
    const hands = new ScriptedUser(page);
    await hands.press('New key');
    await hands.waitForDialog('New key');
    await hands.write('Name', 'Statistics');
    await hands.choose('Role', 'Member');
    await hands.press(/^Write in the forums/, 'Space');
    await hands.press('Create key');
    await hands.waitForDialog('Copy the key for Statistics');
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    expect(key).toMatch(/^ghld_api_/);
    await hands.press('I have copied it');
    await hands.waitForText('Program Statistics');
    expect(await page.getByText(key).count()).toBe(0);

    const reader = await visit(site.browser, `${site.server.url}/forums/thread/${thread}`, buildLoggedInOptions(mila));
    expect((await post(key)).status).toBe(201);
    await reader.page.getByText('The numbers of this week').waitFor();
    const author = reader.page.getByText('Program Statistics').first();
    await author.waitFor();
    expect(await author.evaluate((element) => element.closest('a'))).toBeNull();

    await hands.press('Revoke: Program Statistics');
    await hands.waitForDialog('Revoke the key for Program Statistics?');
    await hands.press('Revoke');
    await hands.waitForText('The key for Program Statistics was revoked.');
    await page.getByRole('list', { name: 'Inactive keys' }).getByText('Program Statistics').waitFor();
    expect((await post(key)).status).toBe(401);
    for (const openVisit of [adminVisit, reader]) expect(listOwnFaults(openVisit)).toEqual([]);
  });

  it('the page follows changes by other Admins, and fits a phone', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/admin/keys`, {
      ...buildLoggedInOptions(mila),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.getByRole('list', { name: 'Inactive keys' }).waitFor();
    const name = 'W'.repeat(40);
    await mila.perform('POST', '/admin/keys', { name, role_id: 2, scopes: ['read', 'write:moderation', 'write:site'] });
    await page.getByText(`Program ${name}`).waitFor();
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(await isTooWide()).toBe(false);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).scrollIntoViewIfNeeded();
    expect(await isTooWide()).toBe(false);
  });
});
