import { buffer } from 'node:stream/consumers';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { readZip } from '@guildhall/server/testing/read-zip.js';
import type { Download, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visitAndWatch } from '../support/browser/browser.js';
import { getEmail, readLink, getPassword, registerPerson, type Person } from '../support/site/member.js';
import { logIn, register } from '../support/browser/pages.js';

describe.runIf(hasBrowser('one’s own account in a browser'))('own account pages', () => {
  const site = setUpBrowserSite();
  let mila: Person;

  beforeAll(async () => void (mila = await registerPerson(site.server, 'Mila')));

  beforeEach(() => site.closeContexts());

  const at = (path: string, as?: Person) =>
    visitAndWatch(site.browser, site.server.url + path, as ? buildLoggedInOptions(as) : {});
  const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
  const waitForText = (page: Page, words: string) => page.getByText(words).first().waitFor();

  it('a login shows an error after 0.5 s, or continues to the requested page after 0.6 s', async () => {
    const { page, findMomentOf, findArrivalAt, reload } = await at('/settings/password');
    await page.waitForURL('**/auth');
    await logIn(page, 'Mila', 'not her password');
    const refusalDelayMs =
      (await findMomentOf('Wrong email, username or password.')) - (await findMomentOf('Logging in...'));
    expect(refusalDelayMs).toBeGreaterThanOrEqual(440);
    await reload();
    await logIn(page, 'Mila');
    const redirectDelayMs = (await findArrivalAt('/settings/password')) - (await findMomentOf('Login successful!'));
    expect(redirectDelayMs).toBeGreaterThanOrEqual(540);
    await waitForText(page, 'Current password');
    await page.goto(`${site.server.url}/auth`);
    await page.getByRole('heading', { name: 'You are logged in as Mila.' }).waitFor();
    expect(await page.getByLabel('Email or username').count()).toBe(0);
  });

  it('after an address correction, the emailed link logs in only the registering browser', async () => {
    const loginVisit = await at('/auth');
    const { page } = loginVisit;
    await register(page, 'Ivo', { email: 'wrong@example.org' });
    await waitForText(page, 'Please check your email to verify your account.');
    await page.reload();
    await waitForText(page, 'wrong@example.org');
    await press(page, 'Change it');
    await page.getByLabel('The right email address').fill(getEmail('Ivo'));
    await press(page, 'Send the link there');
    await waitForText(page, 'We sent an email to the new address.');
    // Email links use the host localhost, which has different cookies.
    const { pathname, search } = new URL(await readLink(site.server, 'Ivo'));
    const link = site.server.url + pathname + search;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    await waitForText(page, 'you are logged in as Ivo.');
    await page.getByRole('button', { name: 'Account: Ivo' }).waitFor();
    const { page: elsewhere } = await at('/');
    await elsewhere.goto(link);
    await elsewhere.getByRole('heading', { name: 'Email Verified!' }).waitFor();
    await elsewhere.getByRole('link', { name: 'Log in' }).waitFor();
    expect(listOwnFaults(loginVisit)).toEqual([]);
  });

  it('shows a chosen picture on the profile, and the default avatar after its removal', async () => {
    const lot = await registerPerson(site.server, 'Lot');
    const { page } = await at('/profile/Lot', lot);
    await page.getByRole('button', { name: 'Change picture' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (buffer: Buffer) => {
      await dialog
        .getByLabel(/^Choose (a picture|another)$/)
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    };
    // The browser scales photos down before the upload.
    const photo = await createPictureFile('jpeg', 4_000, 3_000, 'noise');
    expect(photo.length).toBeGreaterThan(2 ** 20);
    await choose(photo);
    const uploadRequest = page.waitForRequest('**/api/account/avatar');
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    const sentBytes = Number((await (await uploadRequest).allHeaders())['content-length']);
    expect(sentBytes).toBeGreaterThan(0);
    expect(sentBytes).toBeLessThan(2 ** 20);
    await waitForText(page, 'Your picture was changed.');
    await choose(await createPictureFile('png', 300, 200));
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await waitForText(page, 'Your picture was changed.');
    await page.keyboard.press('Escape');
    await page.locator('header img[src^="/pictures/"]').first().waitFor();
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Remove' }).click();
    await waitForText(page, 'Your picture was removed.');
    expect(await page.locator('header img[src^="/pictures/"]').count()).toBe(0);
  });

  it("exports a member's data, and deletes the account after its name and password are entered", async () => {
    const tess = await registerPerson(site.server, 'Tess');
    await tess.perform('POST', '/profile/Tess/posts', { content: 'My own words' });
    const settingsVisit = await at('/settings/data', tess);
    const { page } = settingsVisit;
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download your data')]);
    expect(file.suggestedFilename()).toMatch(/^guildhall-Tess-.*\.zip$/);
    const archive = await readZip(await readContent(file));
    const account = archive.get('account.json')?.bytes.toString() ?? '';
    expect(JSON.parse(account)).toMatchObject({ account: { username: 'Tess' } });
    await waitForText(page, 'Your threads, replies and wall posts, signed “[deleted]”');
    await page.getByLabel('Also erase what I wrote').check();
    await waitForText(page, 'Your posts are replaced by “[erased]”');
    await page.getByLabel('Type your username').fill('Bram');
    await page.getByLabel('Your password').fill('not her password');
    await press(page, 'Delete my account');
    await waitForText(page, 'That is not your username.');
    await page.getByLabel('Type your username').fill('Tess');
    await press(page, 'Delete my account');
    await waitForText(page, 'That is not your password.');
    await page.getByLabel('Your password').fill(getPassword('Tess'));
    await press(page, 'Delete my account');
    await waitForText(page, 'Your account was deleted.');
    await page.waitForURL(`${site.server.url}/`);
    await page.getByRole('link', { name: 'Login/Register' }).waitFor();
    expect((await mila.call('GET', '/profile/Tess')).status).toBe(404);
    expect(listOwnFaults(settingsVisit)).toEqual([]);
  });
});

// The browser runs in another process, so the file has no local path.
const readContent = async (file: Download) => buffer(await file.createReadStream());
