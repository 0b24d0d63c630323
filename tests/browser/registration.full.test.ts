import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, ownFaults, watchedVisit } from '../support/browser/browser.js';
import { logIn } from '../support/browser/pages.js';
import { emailOf, linkOf, passwordOf, Person, registered } from '../support/site/member.js';

describe.runIf(hasBrowser('a registration in a browser'))('a registration', () => {
  const site = browserSite();

  beforeAll(async () => {
    await registered(site.server, 'Mila');
  });

  const at = (path: string) => watchedVisit(site.browser, site.server.url + path);
  const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
  const said = (page: Page, words: string) => page.getByText(words).first().waitFor();

  it('corrects the address after a registration, and is logged in by the link in that browser only', async () => {
    const visited = await at('/auth');
    const { page } = visited;
    await page.getByRole('tab', { name: 'Create account' }).click();
    const form = page.getByRole('tabpanel', { name: 'Create account' });
    await form.getByLabel('Email').fill('wrong@example.org');
    await form.getByLabel('Username').fill('Ivo');
    await form.getByLabel('Password', { exact: true }).fill(passwordOf('Ivo'));
    await form.getByLabel('Repeat password').fill(passwordOf('Ivo'));
    await form.getByRole('button', { name: 'Create account' }).click();
    await said(page, 'Please check your email to verify your account.');
    await page.reload();
    await said(page, 'wrong@example.org');
    await press(page, 'Change it');
    await page.getByLabel('The right email address').fill(emailOf('Ivo'));
    await press(page, 'Send the link there');
    await said(page, 'We sent an email to the new address.');
    // Mails use the host localhost, which has other cookies.
    const { pathname, search } = new URL(await linkOf(site.server, 'Ivo'));
    const link = site.server.url + pathname + search;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    await said(page, 'you are logged in as Ivo.');
    await page.getByRole('button', { name: 'Account: Ivo' }).waitFor();
    const { page: elsewhere } = await at('/');
    await elsewhere.goto(link);
    await elsewhere.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    await elsewhere.getByRole('link', { name: 'Go to login' }).waitFor();
    expect(ownFaults(visited)).toEqual([]);
  });

  it('resends the mail to an unverified address', async () => {
    const form = {
      email: emailOf('Fay'),
      username: 'Fay',
      password: passwordOf('Fay'),
      confirm_password: passwordOf('Fay'),
    };
    await new Person(site.server.url).done('POST', '/register', form);
    const { page } = await at('/auth');
    await logIn(page, 'Fay');
    await said(page, 'Please verify your email address first.');
    await press(page, 'Send the email again');
    await said(page, 'We sent the email again.');
  });
});
