import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SettingsResponse, SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit, type Visit } from '../support/browser/browser.js';
import { registerPerson, findSectionId, type Person } from '../support/site/member.js';
import { interceptRequests } from '../support/browser/pages.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
);

describe.runIf(hasBrowser('the site’s own pages of the admin area in a browser'))('administering the site', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let adminVisit: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    const { id: role } = await mila.perform('POST', '/admin/roles', { name: 'Builder' });
    await mila.perform('POST', `/admin/role/${bram.me!.id}`, { role });
    adminVisit = await visit(site.browser, site.server.url, buildLoggedInOptions(mila));
    page = adminVisit.page;
  });

  const open = (path: string) => page.goto(site.server.url + path);
  const waitForText = (words: string) => page.getByText(words, { exact: true }).first().waitFor();
  const readSections = async (person: Person) => (await person.call('GET', '/forums/sections')).body as SectionRow[];
  const listNamesSeenBy = async (person: Person) => (await readSections(person)).map(({ name }) => name);

  it('a section can be hidden from a role by keyboard alone, and shown again by undo', async () => {
    await open('/admin/forums-manager');
    const hands = new ScriptedUser(page);
    await hands.press('Permissions: Updates');
    await hands.press('Builder: View', 'Space');
    await hands.press('Save permissions');
    await waitForText('Permissions for Updates saved');
    await page.getByText('Hidden from Builder').waitFor();
    expect(await listNamesSeenBy(bram)).toEqual(['news', 'community']);
    await hands.pressInToast('Permissions for Updates saved', 'Undo');
    await waitForText('Undone: Permissions for Updates saved');
    expect(await listNamesSeenBy(bram)).toEqual(['news', 'updates', 'community']);
  });

  it('shows inherited permissions, and can reset a role to them', async () => {
    const section_id = await findSectionId(mila, 'news');
    const flags = { can_view: 1, can_post: 1, can_reply: 0, can_delete_post: 0, can_emoji_react: 1 };
    await mila.perform('POST', '/forums/permissions', { section_id, role_id: 2, ...flags });
    await open('/admin/forums-manager');
    await page.getByRole('button', { name: 'Permissions: News' }).click();
    await page.getByRole('row', { name: /Builder inherited/ }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Builder: Reply' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Reset Member to inherited' }).click();
    await page.getByRole('button', { name: 'Save permissions' }).click();
    await waitForText('Permissions for News saved');
    expect((await mila.call('GET', `/forums/permissions?section_id=${section_id}`)).body).toEqual([]);
  });

  it("shows every role's permissions within the width of a phone", async () => {
    const viewport = { width: 390, height: 844 };
    const { page: phone } = await visit(site.browser, site.server.url, {
      ...buildLoggedInOptions(mila),
      viewport,
      hasTouch: true,
    });
    await phone.goto(`${site.server.url}/admin/forums-manager`);
    await phone.getByRole('button', { name: 'Permissions: News' }).click();
    await phone.getByRole('row', { name: /Builder inherited/ }).waitFor();
    const table = phone.getByRole('region', { name: 'Permissions for each role in News' });
    const boxes = await table.getByRole('checkbox', { name: /^(Member|Builder): |for every role$/ }).all();
    expect(boxes).toHaveLength(6 + 6 + 5);
    const frame = (await table.boundingBox())!;
    for (const box of boxes) {
      const label = (await box.locator('..').boundingBox())!;
      expect(Math.min(label.width, label.height)).toBeGreaterThanOrEqual(44);
      expect(label.x).toBeGreaterThanOrEqual(frame.x);
      expect(label.x + label.width).toBeLessThanOrEqual(frame.x + frame.width);
    }
    await phone.context().close();
  });

  it('shows when users joined and were last seen on a tablet, without cutting off any column', async () => {
    const { page: tablet } = await visit(site.browser, site.server.url, {
      ...buildLoggedInOptions(mila),
      viewport: { width: 768, height: 1024 },
    });
    await tablet.goto(`${site.server.url}/admin/user-management`);
    const table = tablet.getByRole('table', { name: 'Users' });
    await table.getByRole('row', { name: /bram@/ }).waitFor();
    const columns = await table.getByRole('columnheader').allInnerTexts();
    expect(columns.slice(1)).toEqual(['Username', 'Status', 'Role', 'Joined', 'Last seen', 'Actions']);
    const cutCells = await table
      .locator(':is(td, th):not(:has(input))')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.outerHTML.slice(0, 120)),
      );
    expect(cutCells).toEqual([]);
    await tablet.context().close();
  });

  it('sections can be reordered by dragging', async () => {
    const handle = (name: string) =>
      page
        .locator('li', { has: page.getByRole('heading', { name, exact: true, level: 2 }) })
        .locator('[title^="Drag"]')
        .first();
    const saveResponse = page.waitForResponse((response) => response.url().endsWith('/sections/order'));
    await handle('Community').dragTo(handle('News'), { targetPosition: { x: 5, y: 2 } });
    expect((await saveResponse).status()).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Community' }).waitFor();
    expect(await listNamesSeenBy(mila)).toEqual(['community', 'news', 'updates']);
  });

  const hasAccent = (colour: string) =>
    page.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim() === wanted,
      colour,
    );

  it('an Admin can preview a new accent colour before publishing it', async () => {
    await open('/admin/theme-editor');
    await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#44aaff');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('[inert][style*="--color-accent: #44aaff"]').waitFor();
    await hasAccent('#f59331');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByLabel('Theme name').fill('Harbour');
    await page.keyboard.press('Enter');
    await waitForText('Theme saved!');
    await hasAccent('#44aaff');
  });

  it('warns of colours that are hard to distinguish, and can undo a step', async () => {
    await page.getByText('All text is easy to read (WCAG AA).').waitFor();
    await page.getByLabel('Faint text', { exact: true }).fill('#17110d');
    await page.getByText('Faint text on Page').waitFor();
    await page.getByText('1.0 : 1, needs 4.5 : 1').first().waitFor();
    await page.getByLabel('Faint text', { exact: true }).fill('no colour');
    await page.getByText('That is not a colour.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByText('All text is easy to read (WCAG AA).').waitFor();
  });

  it('a theme can be edited as text, and only colours are accepted', async () => {
    await page.getByRole('tab', { name: 'As text' }).click();
    const text = page.getByLabel('Colours, one per line');
    expect((await text.boundingBox())?.height).toBeGreaterThanOrEqual(420);
    await text.fill('--color-accent: url(x);');
    await page.getByText('--color-accent is not a colour.').waitFor();
    await text.fill('--font: x;\n--color-accent: teal;');
    await page.getByRole('button', { name: 'Save and publish' }).waitFor();
    await interceptRequests(page, '**/api/forums/themes', (route) => route.abort());
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await waitForText('Save failed!');
    await page.unroute('**/api/forums/themes');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Save failed!').waitFor({ state: 'detached' });
    await hasAccent('teal');
  });

  it('an Admin can restore an earlier theme or the default theme', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Published Harbour').waitFor();
    await page
      .getByRole('button', { name: /Restore: Saved Harbour/ })
      .last()
      .click();
    await waitForText('Restored: Saved Harbour');
    await hasAccent('#44aaff');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset to default' }).click();
    await waitForText('Theme reset to default!');
    await hasAccent('#f59331');
  });

  it('an Admin can preview a logo before publishing it', async () => {
    await page.getByRole('tab', { name: 'Logo' }).click();
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await waitForText('Choose a logo first!');
    const choose = page.getByLabel('Choose a picture');
    await choose.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await waitForText('Images only. Choose a PNG, JPEG, WebP, GIF or AVIF file.');
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('How it would look').waitFor();
    await interceptRequests(page, '**/api/forums/logo', (route) => route.abort());
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await waitForText('Logo upload failed!');
    await page.unroute('**/api/forums/logo');
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await waitForText('Logo updated!');
    await page.getByRole('button', { name: 'Remove logo' }).waitFor();
    const { logo } = (await mila.call('GET', '/site')).body as SiteResponse;
    expect(await page.getByRole('tabpanel').locator('img').first().getAttribute('src')).toBe(logo);
  });

  it("warns of a logo that is invisible on light pages, which show the site's name instead", async () => {
    await page.getByLabel('Choose a picture').setInputFiles({
      name: 'white.png',
      mimeType: 'image/png',
      buffer: await createPictureFile('png', 96, 32, '#ffffff'),
    });
    await page.getByText(/^This logo has too little contrast with the header on light pages/).waitFor();
    await page.getByRole('button', { name: 'Use as logo' }).click();
    await waitForText('Logo updated!');
    const home = page.locator('header').getByRole('link', { name: 'Guildhall', exact: true });
    await home.getByRole('img').waitFor();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('[inert] img').waitFor();
    await preview.getByRole('combobox', { name: 'Appearance' }).selectOption('Light');
    await preview.locator('[inert] strong', { hasText: 'Guildhall' }).waitFor();
    await mila.perform('PUT', '/admin/settings', { default_appearance: 'light' });
    await home.getByText('Guildhall', { exact: true }).waitFor();
    expect(await home.getByRole('img').count()).toBe(0);
    await mila.perform('PUT', '/admin/settings', { default_appearance: 'theme' });
    await home.getByRole('img').waitFor();
  });

  it('the settings page saves changes, preserves unsaved edits and shows errors', async () => {
    await open('/admin/settings');
    expect((await page.getByLabel('Image hosts').boundingBox())?.height).toBeLessThan(100);
    await page.getByLabel('Site name').fill('Harbour');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Forums manager' }).click();
    await waitForText('You have unsaved settings.');
    await page.getByRole('button', { name: 'Go back' }).click();
    expect(await page.getByLabel('Site name').inputValue()).toBe('Harbour');
    await page.getByRole('button', { name: 'Add banner' }).click();
    await page.getByLabel('Title').fill('Harbour festival');
    await page.getByRole('textbox', { name: 'Link', exact: true }).fill('news');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await waitForText('A banner link must be a path on this site, or an address that starts with https:// or http://.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('banners.0.link');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('/forums/news');
    await page.keyboard.press('Enter');
    await waitForText('Settings saved');
    expect((await mila.call('GET', '/admin/settings')).body).toMatchObject({
      name: 'Harbour',
      banners: [{ title: 'Harbour festival', text: '', link: '/forums/news' }],
    } satisfies Partial<SettingsResponse>);
  });

  it('no page logs an error', () => {
    expect(listOwnFaults(adminVisit)).toEqual([]);
  });
});
