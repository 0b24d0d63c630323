import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SettingsResponse, SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, visit } from '../support/browser/browser.js';
import { registered, sectionId, type Person } from '../support/site/member.js';
import { stepsOf, tabTo } from '../support/browser/keyboard.js';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
);

describe.runIf(hasBrowser('the site’s own pages of the admin area in a browser'))('An Admin', () => {
  const site = browserSite();
  let mila: Person;
  let bram: Person;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    bram = await registered(site.server, 'Bram');
    const { id: role } = await mila.done('POST', '/admin/roles', { name: 'Builder' });
    await mila.done('POST', `/admin/role/${bram.me!.id}`, { role });
    ({ page, faults } = await visit(site.browser, site.server.url, loggedInAs(mila)));
  });

  const open = (path: string) => page.goto(site.server.url + path);
  const nothingSent =
    'Nothing is sent: SMTP_URL is not set, so the test email is only written to a folder on the server.';
  const says = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const seenBy = async (person: Person) => (await person.call('GET', '/forums/sections')).body as SectionRow[];
  const namesSeenBy = async (person: Person) => (await seenBy(person)).map(({ name }) => name);

  it('hides a section from a role with the keyboard alone, and undoes it', async () => {
    const step = stepsOf('hide a section from a role');
    await open('/admin/forums-manager');
    await tabTo(page, 'Permissions: Updates');
    step('found the section');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Builder: View');
    step('found the role');
    await page.keyboard.press('Space');
    await tabTo(page, 'Save permissions');
    await page.keyboard.press('Enter');
    await says('Permissions of Updates saved');
    step('saved');
    await page.getByText('Hidden from Builder').waitFor();
    expect(await namesSeenBy(bram)).toEqual(['news', 'community']);
    await page.keyboard.press('F6');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await says('Undone: Permissions of Updates saved');
    step('taken back');
    expect(await namesSeenBy(bram)).toEqual(['news', 'updates', 'community']);
  });

  it('is warned when someone else saved permissions in the meantime, and sees what is inherited', async () => {
    const section_id = await sectionId(mila, 'news');
    await open('/admin/forums-manager');
    await page.getByRole('button', { name: 'Permissions: News' }).click();
    await page.getByRole('checkbox', { name: 'Post for every role', exact: true }).click();
    expect(await page.getByRole('checkbox', { name: 'Builder: Post' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByText('You have unsaved changes. Save them, or cancel to discard them.').waitFor();
    const flags = { can_view: 1, can_post: 1, can_reply: 0, can_delete_post: 0, can_emoji_react: 1 };
    await mila.done('POST', '/forums/permissions', { section_id, role_id: 2, ...flags });
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await page.getByRole('alert').getByText('Someone changed this in the meantime.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('row', { name: /Builder inherited/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Builder: Reply' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Reset Member to inherited' }).click();
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await says('Permissions of News saved');
    expect((await mila.call('GET', `/forums/permissions?section_id=${section_id}`)).body).toEqual([]);
  });

  it('adds sections and subcategories, with the server’s message for a name that is taken', async () => {
    await open('/admin/forums-manager');
    await page.getByRole('button', { name: 'Add section' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('switch').isChecked()).toBe(true);
    expect(await dialog.getByRole('radio').count()).toBe(32);
    await dialog.getByLabel('Name', { exact: true }).fill('news');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('That name is already in use here.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('kingdoms');
    await dialog.getByLabel('Display name').fill('Kingdoms');
    await dialog.getByRole('radio', { name: 'default' }).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await says('Kingdoms added');
    await page.getByRole('button', { name: 'Add subcategory to Kingdoms' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('maps');
    await page.keyboard.press('Enter');
    await says('maps added');
    const made = (await seenBy(mila)).at(-1);
    expect(made).toMatchObject({ name: 'kingdoms', icon: 'kingdoms', allow_threads_direct: true });
    expect(made?.subcategories.map(({ name }) => name)).toEqual(['maps']);
  });

  it('brings sections into another order with the keyboard and by dragging', async () => {
    const order = () => page.getByRole('list', { name: 'Sections' }).getByRole('heading', { level: 2 }).allInnerTexts();
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/sections/order'));
    const [first] = await Promise.all([
      saved(),
      tabTo(page, 'Move up: Kingdoms').then(() => page.keyboard.press('Enter')),
    ]);
    expect(first.status()).toBe(200);
    expect(await order()).toEqual(['News', 'Updates', 'Kingdoms', 'Community']);
    await page.getByText('Kingdoms is now number 3 of 4.').waitFor({ state: 'attached' });
    const handle = (name: string) =>
      page
        .locator('li', { has: page.getByRole('heading', { name, exact: true, level: 2 }) })
        .locator('[title^="Drag"]')
        .first();
    const [second] = await Promise.all([
      saved(),
      handle('Kingdoms').dragTo(handle('News'), { targetPosition: { x: 5, y: 2 } }),
    ]);
    expect(second.status()).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Kingdoms' }).waitFor();
    expect(await order()).toEqual(['Kingdoms', 'News', 'Updates', 'Community']);
  });

  it('deletes a section, sees what stays, and restores it from the list', async () => {
    await page.getByRole('button', { name: 'Delete: Kingdoms' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Kingdoms and its 1 subcategory will be hidden. You can restore it.').waitFor();
    await page.route('**/api/forums/sections/*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('This could not be deleted. Please try again.').waitFor();
    await page.unroute('**/api/forums/sections/*');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await says('Kingdoms deleted');
    expect(await namesSeenBy(bram)).not.toContain('kingdoms');
    await page.getByRole('button', { name: 'Restore: Kingdoms' }).click();
    await says('Kingdoms restored');
    expect(await namesSeenBy(bram)).toContain('kingdoms');
    await page.getByRole('button', { name: 'Delete: Kingdoms' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Restore: Kingdoms' }).waitFor();
    expect(await namesSeenBy(bram), 'deleted a second time').not.toContain('kingdoms');
    await page.getByRole('button', { name: 'Restore: Kingdoms' }).click();
    await page.getByRole('button', { name: 'Delete: Kingdoms' }).waitFor();
  });

  const colourIn = (of: Page, name: string) =>
    of.evaluate((variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(), name);

  it('changes the accent colour with the keyboard alone, and another browser shows it immediately', async () => {
    const { page: other } = await visit(site.browser, site.server.url);
    const step = stepsOf('change the accent colour and see it in another browser');
    await open('/admin/theme-editor');
    await tabTo(page, 'Accent', 'textbox');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('#44aaff');
    step('typed the colour');
    const preview = page.getByRole('region', { name: 'Preview' });
    expect(await preview.locator('[inert]').getAttribute('style')).toContain('--color-accent: #44aaff');
    expect([await colourIn(page, '--color-accent'), await colourIn(other, '--color-accent')]).toEqual([
      '#f59331',
      '#f59331',
    ]);
    await tabTo(page, 'Save and publish', undefined, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the theme').and(page.locator(':focus')).waitFor(); // earlier keys would be lost
    await page.keyboard.type('Harbour');
    await page.keyboard.press('Enter');
    await says('Theme saved!');
    step('saved and published');
    await other.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === '#44aaff',
    );
    step('seen in the other browser');
    await other.context().close();
  });

  it('is warned of colours that are hard to distinguish, and goes back a step.', async () => {
    await page.getByText('All text is easy to read (WCAG AA).').waitFor();
    await page.getByLabel('Faint text', { exact: true }).fill('#17110d');
    await page.getByText('Faint text on Page').waitFor();
    await page.getByText('1.0 : 1, needs 4.5 : 1').first().waitFor();
    await page.getByLabel('Faint text', { exact: true }).fill('no colour');
    await page.getByText('That is not a colour.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByText('All text is easy to read (WCAG AA).').waitFor();
  });

  it('edits a theme as text, of which only colours are accepted', async () => {
    await page.getByRole('tab', { name: 'As text' }).click();
    const text = page.getByLabel('Colours, one per line');
    await text.fill('--color-accent: url(x);');
    await page.getByText('--color-accent is not a colour.').waitFor();
    await text.fill('--font: x;\n--color-accent: teal;');
    await page.getByRole('button', { name: 'Save and publish' }).waitFor();
    await page.route('**/api/forums/themes', (route) => route.abort());
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await says('Save failed!');
    await page.unroute('**/api/forums/themes');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Save failed!').waitFor({ state: 'detached' });
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === 'teal',
    );
  });

  it('restores an entry of the history, and resets the theme', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Published Harbour').waitFor();
    await page
      .getByRole('button', { name: /Restore: Saved Harbour/ })
      .last()
      .click();
    await says('Restored: Saved Harbour');
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === '#44aaff',
    );
    await page.getByRole('button', { name: 'Reset to default' }).click();
    await says('Theme reset to default!');
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === '#f59331',
    );
  });

  it('previews a logo before it is on every page', async () => {
    await page.getByRole('tab', { name: 'Logo' }).click();
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await says('Choose a logo first!');
    const choose = page.getByLabel('Choose a picture');
    await choose.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await says('Images only. Choose a PNG, JPEG, WebP, GIF or AVIF file.');
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('How it would look').waitFor();
    await page.route('**/api/forums/logo', (route) => route.abort());
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await says('Logo upload failed!');
    await page.unroute('**/api/forums/logo');
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await says('Logo updated!');
    await page.getByRole('button', { name: 'Remove logo' }).waitFor();
    const { logo } = (await mila.call('GET', '/site')).body as SiteResponse;
    expect(await page.getByRole('tabpanel').locator('img').first().getAttribute('src')).toBe(logo);
  });

  it('changes the settings of the site, keeps unsaved edits, and sees their errors', async () => {
    await open('/admin/settings');
    await page.getByLabel('Name of the site').fill('Harbour');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Forums manager' }).click();
    await says('You have unsaved settings.');
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(await page.getByLabel('Name of the site').inputValue()).toBe('Harbour');
    await page.getByRole('button', { name: 'Add banner' }).click();
    await page.getByLabel('Title').fill('Harbour festival');
    await page.getByRole('textbox', { name: 'Link', exact: true }).fill('news');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await says('A banner link must be a path on this site, or an address that starts with https:// or http://.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('banners.0.link');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('/forums/news');
    await page.keyboard.press('Enter');
    await says('Settings saved');
    expect((await mila.call('GET', '/admin/settings')).body).toMatchObject({
      name: 'Harbour',
      banners: [{ title: 'Harbour festival', text: '', link: '/forums/news' }],
    } satisfies Partial<SettingsResponse>);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await says(nothingSent);
  });

  it('is led through the first run of a new site, until it is set up.', async () => {
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByLabel('Name of the site').fill('Guildhall');
    await page.keyboard.press('Enter');
    await page.getByLabel('Server address').fill('play.example.net');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByText('Step 3 of 5').waitFor();
    await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === '#6aaef2',
    );
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByLabel('Email sender').waitFor();
    await page.getByRole('button', { name: 'Send test email' }).click();
    await says(nothingSent);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await says('Your site is set up.');
    expect((await mila.call('GET', '/site')).body).toMatchObject({ set_up: true, server_address: 'play.example.net' });
    await page.getByRole('link', { name: 'Set it up' }).waitFor({ state: 'detached' });
  });

  it('meets no error of the page itself on the way', () => {
    const own = faults.filter((line) => !/Failed to load resource|WebSocket connection to/.test(line));
    expect(own).toEqual([]);
  });
});
