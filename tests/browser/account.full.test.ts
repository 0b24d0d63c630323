import { AxeBuilder } from '@axe-core/playwright';
import { text } from 'node:stream/consumers';
import { appCode } from '@guildhall/server/testing/app-code.js';
import { pictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Download, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, ownFaults, watchedVisit } from '../support/browser/browser.js';
import { emailOf, linkOf, passwordOf, Person, registered } from '../support/site/member.js';
import { logIn } from '../support/browser/pages.js';

describe.runIf(hasBrowser('one’s own account in a browser'))('a member’s own account', () => {
  const site = browserSite();
  let mila: Person;

  beforeAll(async () => void (mila = await registered(site.server, 'Mila')));

  beforeEach(() => site.closeContexts());

  const at = (path: string, as?: Person) =>
    watchedVisit(site.browser, site.server.url + path, as ? loggedInAs(as) : {});
  const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
  const said = (page: Page, words: string) => page.getByText(words).first().waitFor();

  it('asks a guest to log in, reports a wrong login after 0.5 s and returns a right one after 0.6 s', async () => {
    const { page, momentOf, arrivalAt, reload } = await at('/settings/password');
    await page.waitForURL('**/auth');
    await logIn(page, 'Mila', 'not her password');
    const refused = (await momentOf('Wrong email, username or password.')) - (await momentOf('Logging in...'));
    expect(refused).toBeGreaterThanOrEqual(440);
    await reload();
    await logIn(page, 'Mila');
    const led = (await arrivalAt('/settings/password')) - (await momentOf('Login successful!'));
    expect(led).toBeGreaterThanOrEqual(540);
    expect(led).toBeLessThan(3_000);
    await said(page, 'Current password');
    await page.goto(`${site.server.url}/auth`);
    await page.getByRole('heading', { name: 'You are logged in as Mila.' }).waitFor();
    expect(await page.getByLabel('Email or username').count()).toBe(0);
  });

  it('gets a two-step login: set up with the app, asked for at the login, opened by a recovery code once.', async () => {
    const bram = await registered(site.server, 'Bram');
    const { page, faults } = await at('/settings/security', bram);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Your password').fill('not his password');
    await press(page, 'Set up two-step login');
    await said(page, 'That is not your password.');
    await page.getByLabel('Your password').fill(passwordOf('Bram'));
    await press(page, 'Set up two-step login');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByLabel('Six digits from the app').fill('000000');
    await press(page, 'Turn on');
    await said(page, 'That code is wrong or was already used.');
    await page.getByLabel('Six digits from the app').fill(appCode(secret, Date.now() - 30_000));
    await press(page, 'Turn on');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const codes = await page
      .locator('main ul li')
      .filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    await press(page, 'Copy');
    await said(page, 'Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(await contentOf(file)).toBe(`${codes.join('\n')}\n`);
    await press(page, 'I have saved them');
    await page.getByRole('button', { name: 'Turn off two-step login' }).waitFor();
    expect(await page.getByText(codes[0]!).count(), 'shown once').toBe(0);
    expect(faults.filter((line) => !line.includes('status of 40'))).toEqual([]);

    const { page: elsewhere } = await at('/auth');
    await logIn(elsewhere, 'Bram');
    await elsewhere.getByLabel('Code', { exact: true }).fill('000000');
    await press(elsewhere, 'Login');
    await said(elsewhere, 'That code is wrong or was already used.');
    await elsewhere.getByLabel('Code', { exact: true }).fill(appCode(secret));
    await press(elsewhere, 'Login');
    await said(elsewhere, 'Login successful!');

    const { page: recovering } = await at('/auth');
    await logIn(recovering, 'Bram');
    await press(recovering, 'Use a recovery code');
    await recovering.getByLabel('Recovery code').fill(codes[0]!);
    await press(recovering, 'Login');
    await said(recovering, 'Login successful!');

    await press(page, 'Turn off two-step login');
    await page.getByLabel('Your password').fill(passwordOf('Bram'));
    await page.getByLabel('Code').fill(codes[0]!);
    await press(page, 'Turn off two-step login');
    await said(page, 'That code is wrong or was already used.');
    await page.getByLabel('Code').fill(codes[1]!);
    await press(page, 'Turn off two-step login');
    await said(page, 'Two-step login is off.');
    await page.getByRole('button', { name: 'Set up two-step login' }).waitFor();
  });

  it('changes its password by keyboard alone, with the password shown for a look.', async () => {
    const noor = await registered(site.server, 'Noor');
    const { page } = await at('/settings/password', noor);
    const keys = page.keyboard;
    await page.getByLabel('Current password').focus();
    await keys.type(passwordOf('Noor'));
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('short');
    await keys.press('Tab');
    await keys.press('Enter');
    const field = page.getByLabel('New password', { exact: true });
    expect(await field.getAttribute('type')).toBe('text');
    await keys.press('Enter');
    expect(await field.getAttribute('type')).toBe('password');
    await keys.press('Shift+Tab');
    await keys.press('End');
    await keys.type(' is not enough');
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('short is not enough');
    await keys.press('Enter');
    await said(page, 'Your password was changed.');
    await new Person(site.server.url)
      .logIn('Noor', 'short is not enough')
      .then(({ status }) => expect(status).toBe(200));
  });

  it("changes name and address after the password, and shows the server's message on a refusal", async () => {
    const jip = await registered(site.server, 'Jip');
    const { page } = await at('/settings/account', jip);
    const names = page.getByRole('region', { name: 'Username' });
    const change = names.getByRole('button', { name: 'Change username' });
    await names.getByLabel('New username').fill('Mila');
    await names.getByLabel('Your password').fill(passwordOf('Jip'));
    await change.click();
    await said(page, 'That username is already taken.');
    await names.getByLabel('New username').fill('Jippie');
    await page.route('**/api/account/username', (route) => route.abort());
    await change.click();
    await said(page, 'That did not work. Please try again.');
    await page.unroute('**/api/account/username');
    await change.click();
    await said(page, 'Your username is now Jippie.');
    await page.getByRole('button', { name: 'Account: Jippie' }).waitFor();

    const address = page.getByRole('region', { name: 'Email' });
    await address.getByLabel('New email').fill(emailOf('Jippie'));
    await address.getByLabel('Your password').fill(passwordOf('Jip'));
    await address.getByRole('button', { name: 'Send the link' }).click();
    await said(page, 'We sent an email to the new address. Follow its link to confirm the change.');
    await page.goto(await linkOf(site.server, 'Jippie', '/api/confirm-address'));
    await said(page, 'Email Verified!');
    await page.goto(`${site.server.url}/settings/account`);
    await said(page, `Current: ${emailOf('Jippie')}.`);
  });

  it('shows a picture that was chosen on the own profile, and the initial again without it.', async () => {
    const lot = await registered(site.server, 'Lot');
    const { page } = await at('/profile/Lot', lot);
    await page.getByRole('button', { name: 'Change picture' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (buffer: Buffer) => {
      await dialog
        .getByLabel(/^Choose (a picture|another)$/)
        .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    };
    await choose(Buffer.from('no picture at all'));
    await said(page, 'Images only. Choose a PNG, JPEG, WebP, GIF or AVIF file.');
    await choose(Buffer.concat([await pictureFile('gif', 9, 9), Buffer.alloc(25 * 2 ** 20)]));
    await said(page, 'A picture can have at most 25 MB. Save it with fewer pixels or as JPEG.');
    // The browser scales a photo down before the upload.
    const photo = await pictureFile('jpeg', 4_000, 3_000, 'noise');
    expect(photo.length).toBeGreaterThan(2 ** 20);
    await choose(photo);
    const uploading = page.waitForRequest('**/api/account/avatar');
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    const sentBytes = Number((await (await uploading).allHeaders())['content-length']);
    expect(sentBytes).toBeGreaterThan(0);
    expect(sentBytes).toBeLessThan(2 ** 20);
    await said(page, 'Your picture was changed.');
    await choose(await pictureFile('png', 300, 200));
    await dialog.getByRole('button', { name: 'Use this picture' }).click();
    await said(page, 'Your picture was changed.');
    await page.keyboard.press('Escape');
    await page.locator('header img[src^="/pictures/"]').first().waitFor();
    await page.getByRole('link', { name: 'Edit profile' }).click();
    await page.getByRole('region', { name: 'Picture' }).getByRole('button', { name: 'Remove' }).click();
    await said(page, 'Your picture was removed.');
    expect(await page.locator('header img[src^="/pictures/"]').count()).toBe(0);
  });

  it('gives a copy of its data, and is deleted permanently after the name and the password', async () => {
    const tess = await registered(site.server, 'Tess');
    await tess.done('POST', '/profile/Tess/posts', { content: 'My own words' });
    const visited = await at('/settings/data', tess);
    const { page } = visited;
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download your data')]);
    expect(file.suggestedFilename()).toMatch(/^guildhall-Tess-.*\.json$/);
    expect(JSON.parse(await contentOf(file))).toMatchObject({ account: { username: 'Tess' } });
    await said(page, 'Your threads, replies and wall posts, signed “[deleted]”');
    await page.getByLabel('Also erase what I wrote').check();
    await said(page, 'Your texts are replaced by “[erased]”');
    await page.getByLabel('Type your username').fill('Bram');
    await page.getByLabel('Your password').fill('not her password');
    await press(page, 'Delete my account');
    await said(page, 'That is not your username.');
    await page.getByLabel('Type your username').fill('Tess');
    await press(page, 'Delete my account');
    await said(page, 'That is not your password.');
    await page.getByLabel('Your password').fill(passwordOf('Tess'));
    await press(page, 'Delete my account');
    await said(page, 'Your account was deleted.');
    await page.waitForURL(`${site.server.url}/`);
    await page.getByRole('link', { name: 'Login/Register' }).waitFor();
    expect((await mila.call('GET', '/profile/Tess')).status).toBe(404);
    expect(ownFaults(visited)).toEqual([]);
  });

  it('shows report, management and undo of a deletion on a profile to those who may use them', async () => {
    const tom = await registered(site.server, 'Tom');
    await tom.done('POST', '/profile/Tom/posts', { content: 'Come and see my harbour' });
    const { page: his } = await at('/profile/Tom', tom);
    await his.getByRole('link', { name: 'Edit profile' }).waitFor();
    expect(await his.getByRole('link', { name: 'Report Tom' }).count()).toBe(0);
    const { page } = await at('/profile/Tom', mila);
    const report = page.getByRole('link', { name: 'Report Tom' });
    expect(await report.getAttribute('href')).toBe('/report-a-player?player=Tom');
    const manage = page.getByRole('link', { name: 'Manage user' });
    expect(await manage.getAttribute('href')).toBe(`/admin/users/${tom.me?.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await said(page, 'No posts yet.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await said(page, 'Restored.');
    await said(page, 'Come and see my harbour');
  });
});

// The browser runs in another process, so there is no path.
const contentOf = async (file: Download) => text(await file.createReadStream());
