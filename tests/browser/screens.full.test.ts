import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, visit, watchedVisit } from '../support/browser/browser.js';
import { newThread, registered, type Person } from '../support/site/member.js';
import { logIn, register, slowDown, writeReply, showsReply } from '../support/browser/pages.js';

describe.runIf(hasBrowser('the screens in a browser'))('A screen', () => {
  const site = browserSite();
  let mila: Person;
  let thread: string;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    await registered(site.server, 'SixteenLetters16');
    thread = `/forums/thread/${await newThread(mila, 'A long title', 'What it is about')}`;
  });

  it('can be used with the keyboard: past the header, and into a thread.', async () => {
    const { page } = await visit(site.browser, site.server.url + thread, loggedInAs(mila));
    await page.getByText('What it is about').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByLabel('Your reply').focus();
    await writeReply(page, 'Written without a mouse');
    await showsReply(page, 'Written without a mouse');
    await page.getByRole('button', { name: 'Forums' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'All forums' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All forums' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Forums');
  });

  it('links home when it does not exist', async () => {
    for (const path of [
      '/no/such/page',
      '/forums/nowhere',
      '/forums/thread/12345',
      '/forums/thread/x',
      '/admin/dashboard',
    ]) {
      const { page } = await visit(site.browser, site.server.url + path);
      await page.getByRole('heading', { name: 'Oops, page not found!' }).waitFor();
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await page.getByRole('heading', { name: 'Forums' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.context().close();
    }
  });

  it('shows input errors, a failed login after 0.5 s', async () => {
    const { page, momentOf } = await watchedVisit(site.browser, `${site.server.url}/auth`);
    await register(page, 'Noor', 'another password');
    await page.getByText('Passwords do not match!').waitFor();
    await page.getByRole('tab', { name: 'Login' }).click();
    await slowDown(page, '**/api/login', 100);
    await logIn(page, 'Nobody');
    const waited = (await momentOf('Wrong email, username or password.')) - (await momentOf('Logging in...'));
    expect(waited).toBeGreaterThanOrEqual(540);
    expect(waited).toBeLessThan(4_000);
    await page.route('**/api/login', (route) => route.abort());
    await logIn(page, 'Nobody');
    await page.getByText('Unknown error, please try again.').waitFor();
  });

  it('asks a guest who wants to write to log in first', async () => {
    const { page } = await visit(site.browser, `${site.server.url}/forums/community/new`);
    await page.getByLabel('Title').fill('A thread of a guest');
    await page.getByLabel('Content').fill('He forgot to log in.');
    await page.getByRole('button', { name: 'Create thread' }).click();
    await page.getByText('You must be logged in!').waitFor();
    await page.goto(site.server.url + thread);
    await page.getByText('Login first!').waitFor();
    await page.locator('main').getByRole('link', { name: 'Login/Register' }).click();
    await logIn(page, 'Mila');
    await page.getByLabel('Your reply').waitFor();
    expect(new URL(page.url()).pathname, 'and leads back to where he was').toBe(thread);
  });

  it('lets members write on a wall, and shows guests and empty posts the reason', async () => {
    const profile = `${site.server.url}/profile/SixteenLetters16`;
    const { page: guest } = await visit(site.browser, profile);
    await guest.getByRole('button', { name: 'Post', exact: true }).click();
    await guest.getByText('Login required!').waitFor();
    const { page } = await visit(site.browser, profile, loggedInAs(mila));
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('link', { name: '1 follower' }).click();
    await page.getByRole('region', { name: 'Followers of' }).getByRole('link', { name: 'Mila' }).waitFor();
    await page.getByRole('link', { name: 'Wall' }).click();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('Type something!').waitFor();
    await page.getByLabel('Write on SixteenLetters16').fill('Welcome here');
    await page.keyboard.press('Control+Enter');
    const post = page.locator('li', { hasText: 'Welcome here' });
    await post.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Reply to Mila').fill('And make yourself at home');
    await page.keyboard.press('Control+Enter');
    await post.locator('li', { hasText: 'And make yourself at home' }).waitFor();
    await post.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No posts yet.').waitFor();
  });

  it('leads from the search in the header to what was found, with the words marked, and on to a profile.', async () => {
    const { page } = await visit(site.browser, site.server.url, loggedInAs(mila));
    await page.getByRole('banner').getByRole('combobox', { name: 'Search the site' }).fill('mila');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Mila', exact: true }).click();
    await page.getByRole('heading', { name: 'Mila' }).waitFor();
    await page.goto(`${site.server.url}/search?q=long`);
    expect(await page.locator('main mark').first().innerText()).toBe('long');
  });
});
