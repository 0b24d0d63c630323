import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, visit } from '../support/browser/browser.js';
import { newThread, registered, type Person } from '../support/site/member.js';
import { writeReply, showsReply } from '../support/browser/pages.js';

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
