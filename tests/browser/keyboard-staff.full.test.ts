import { permissionKeys } from '@guildhall/domain/roles.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

describe.runIf(hasBrowser('staff with only a keyboard'))('staff using only a keyboard', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let sanne: Person;
  let thread: number;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    sanne = await registerPerson(site.server, 'Sanne');
    thread = await createThread(bram, 'Selling diamonds', 'Cheap');
    await reply(bram, thread, 'Very cheap');
  });

  beforeEach(() => site.closeContexts());

  const at = async (path: string): Promise<ScriptedUser> =>
    new ScriptedUser((await visit(site.browser, site.server.url + path, buildLoggedInOptions(mila))).page);

  it('an Admin can set up the site step by step by keyboard', async () => {
    const hands = await at('/');
    await hands.press('Set it up');
    await hands.waitForPath('/admin/first-run');
    await hands.write('Site name', 'Oakport');
    await hands.press('Save and continue');
    await hands.expectFocus('Address and links');
    await hands.press('Back');
    await hands.expectFocus('Name');
    for (const step of ['Address and links', 'Look', 'Email', 'Done']) {
      await hands.press('Save and continue');
      await hands.expectFocus(step);
    }
    await hands.press('Finish');
    await hands.waitForPath('/');
    await hands.expectPlaceKept();
  });

  it('staff can moderate a thread, undo that and restore a deleted reply by keyboard', async () => {
    const hands = await at(`/forums/thread/${thread}`);
    await hands.chooseFromMenu('Manage Thread', 'Lock');
    await hands.waitForText('locked this thread');
    await hands.expectPlaceKept();
    await hands.chooseFromMenu('Manage Thread', 'Unlock');
    await hands.waitForText('unlocked this thread');
    await hands.chooseFromMenu('Manage Thread', 'Lock with a reason…');
    await hands.waitForDialog('Lock “Selling diamonds”');
    await hands.write('Reason (optional)', 'Sold', 'Enter');
    await hands.waitForText('Thread locked.');
    await hands.expectPlaceKept();
    await hands.chooseFromMenu('Manage Thread', 'Unlock');
    await hands.waitForText('Thread unlocked.');
    await hands.chooseFromMenu('Manage Thread', 'Pin');
    await hands.waitForText('pinned this thread');
    await hands.chooseFromMenu('Manage Thread', 'Move');
    const dialog = hands.page.getByRole('dialog', { name: 'Move “Selling diamonds”' });
    await dialog.waitFor();
    await hands.pressKeys('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hands.expectFocus('Manage Thread');
    await hands.chooseFromMenu('Manage Thread', 'Move');
    await hands.choose('Move to', 'Updates');
    await hands.press('Move');
    await hands.waitForText('Moved to Updates.');
    await hands.expectPlaceKept();
    await hands.pressInToast('Moved to Updates.', 'Undo');
    await hands.waitForText('moved this from Updates to Community');
    await hands.chooseFromMenu('Manage Reply', 'Delete');
    await hands.waitForDialog();
    await hands.expectFocus('Cancel');
    await hands.to('Reason (optional)', 'Shift+Tab');
    await hands.page.keyboard.type('Spam');
    await hands.press('Delete');
    await hands.waitForText('Reply deleted.');
    await hands.expectPlaceKept();
    await hands.pressInToast('Reply deleted.', 'Undo');
    await hands.page.locator('li[data-order]', { hasText: 'Very cheap' }).waitFor();
    await hands.expectPlaceKept();
  });

  it("an Admin can edit the rules and the site's content by keyboard", async () => {
    const hands = await at('/rules');
    await hands.press('Write the rules');
    await hands.waitForPath('/admin/settings');
    await hands.write('Rules', 'Be kind.');
    await hands.press('Add banner');
    await hands.write('Title', 'A race');
    await hands.write('Text', 'On Saturday');
    await hands.write('Link', '/forums/news');
    await hands.press('Save settings');
    await hands.waitForText('Settings saved');
    await hands.expectPlaceKept();
    await hands.page.goto(`${site.server.url}/rules`);
    await hands.waitForText('Be kind.');
  });

  it('staff can take, annotate and answer a report by keyboard', async () => {
    await bram.perform('POST', '/reports', { kind: 'bug', text: 'The bridge is broken' });
    const hands = await at('/admin/reports');
    await hands.choose('Kind', 'Bug');
    await hands.press('Bug');
    await hands.press('Claim');
    await hands.waitForText('claimed by Mila');
    await hands.expectPlaceKept();
    await hands.write('Note for the staff', 'Looked at it');
    await hands.press('Add note');
    await hands.waitForText('Looked at it');
    await hands.expectPlaceKept();
    await hands.press('Resolve…');
    await hands.expectFocus('Reply to Bram (optional)');
    await hands.write('Reply to Bram (optional)', 'Mended');
    await hands.press('Resolve');
    await hands.waitForText('resolved by Mila');
    await hands.expectPlaceKept();
  });

  it('staff can find, filter, sort and change accounts, and undo that by keyboard', async () => {
    const hands = await at('/admin/user-management');
    await hands.choose('Verified', 'Yes');
    await hands.waitForText('1–3 of 3');
    await hands.press('Username');
    await hands.page.waitForURL(/order=desc/);
    await hands.press('Select Sanne', 'Space');
    await hands.press('Select Bram', 'Space');
    await hands.waitForText('2 users selected');
    await hands.press('Ban');
    await hands.waitForDialog();
    await hands.pressKeys('Escape');
    await hands.expectFocus('Ban');
    await hands.pressKeys('Enter');
    await hands.press('Ban 2 members');
    await hands.waitForText(/^2 members are banned/);
    await hands.expectPlaceKept();
    await hands.pressInToast(/^2 members are banned/, 'Undo');
    await hands.waitForText(/^Undone/);
    await hands.write('Search by name or email', 'sanne');
    await hands.waitForText('1–1 of 1');
    await mila.perform('POST', '/admin/roles', { name: 'Builder' });
    await hands.press('Role: Sanne');
    await hands.waitForDialog('Change the role of Sanne');
    await hands.choose('Role', 'Builder');
    await hands.press('Give role');
    await hands.waitForText('Sanne now has the role Builder.');
    await hands.expectPlaceKept();
  });

  it("staff can open an account's rarer actions and the steps of a bulk action by keyboard", async () => {
    const ids = [bram.me?.id, sanne.me?.id];
    await mila.perform('POST', '/admin/users/bulk', { action: 'ban', ids, reason: 'A raid' });
    const hands = await at(`/admin/users/${ids[0]}`);
    await hands.chooseFromMenu(/^More actions: /, 'Delete');
    await hands.waitForDialog(/^Delete /);
    await hands.pressKeys('Escape');
    await hands.expectFocus(/^More actions: /);
    const audit = await at('/admin/audit');
    await audit.press('2 actions: Banned');
    await audit.page.getByRole('button', { name: '2 actions: Banned', expanded: true }).waitFor();
    await audit.press('Undo all: Banned, 2 actions');
    await audit.press('Undo 2 actions');
    await audit.waitForText('2 of 2 undone.');
    await audit.press('Close');
    await audit.expectPlaceKept();
  });

  it('staff can page through accounts by keyboard', async () => {
    const hands = await at('/admin/user-management');
    const users = await hands.page.request.get(`${site.server.url}/api/admin/users`);
    const manyUsers = {
      status: 200,
      body: await users.body(),
      headers: { ...users.headers(), 'guildhall-total': '90' },
    };
    // The response must not need a fetch because one that navigation cancels would fail after the test.
    await hands.page.route('**/api/admin/users?*', (route) => route.fulfill(manyUsers));
    await hands.page.reload();
    await hands.press('Next');
    await hands.page.waitForURL(/page=2/);
    await hands.press('Previous');
    await hands.page.waitForURL((url) => !url.search.includes('page=2'));
  });

  it('an Admin can create a role, visit its thirteen permissions and delete it by keyboard', async () => {
    const hands = await at('/admin/role-editor');
    await hands.press('New role');
    await hands.write('Name', 'Guide');
    await hands.press('Create role');
    const dialog = hands.page.getByRole('dialog', { name: 'Guide', exact: true });
    await hands.waitForDialog(/^Guide$/);
    const switches = dialog.getByRole('switch');
    expect(await switches.count()).toBe(permissionKeys.length);
    await hands.press('Lock threads', 'Space');
    await dialog.getByRole('switch', { name: 'Lock threads', checked: true }).waitFor();
    await hands.expectFocus('Lock threads');
    await hands.press('Save');
    await hands.waitForText('Role “Guide” saved');
    await dialog.waitFor({ state: 'hidden' });
    await hands.expectPlaceKept();
    await hands.press('Guide');
    await hands.press('Delete role');
    await hands.waitForDialog('Delete this role?');
    await hands.press('Keep role');
    await hands.waitForDialog(/^Guide$/);
    await hands.pressKeys('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await hands.expectPlaceKept();
    await hands.press('Guide');
    await hands.press('Delete role');
    await hands.waitForDialog('Delete this role?');
    await hands.press('Delete role');
    await hands.waitForText('Role “Guide” deleted');
    await hands.expectPlaceKept();
  });

  it('an Admin can add, edit, move and delete a section, and undo the deletion by keyboard', async () => {
    const hands = await at('/admin/forums-manager');
    await hands.press('Add section');
    await hands.write('Name', 'harbour');
    await hands.to(/default$/);
    await hands.pressKeys('ArrowRight');
    await hands.press('Add');
    await hands.waitForText('harbour added');
    await hands.expectFocus('Add section');
    await hands.press('Edit: harbour');
    await hands.write('Display name', 'The harbour', 'Enter');
    await hands.waitForText('The harbour saved');
    await hands.expectFocus('Edit: The harbour');
    await hands.press('Move up: The harbour');
    await hands.waitForText(/^The harbour is now number \d of \d\.$/);
    await hands.expectFocus('Move up: The harbour');
    await hands.press('Delete: The harbour');
    await hands.waitForDialog();
    await hands.pressKeys('Escape');
    await hands.expectFocus('Delete: The harbour');
    await hands.pressKeys('Enter');
    await hands.waitForDialog();
    await hands.press('Delete');
    await hands.waitForText('The harbour deleted');
    await hands.expectPlaceKept();
    await hands.pressInToast('The harbour deleted', 'Undo');
    await hands.waitForText('Undone: The harbour deleted');
    await hands.to('Delete: The harbour');
  });

  it('an Admin can preview a logo before publishing it by keyboard', async () => {
    const hands = await at('/admin/theme-editor');
    await hands.waitForText('As text'); // Every footer also has a control named Colours, so wait for the tabs.
    await hands.to('Colours');
    await hands.to('Logo', 'End');
    await hands.pressKeys('Enter');
    const buffer = await createPictureFile('png', 96, 32);
    await hands.chooseFile(/^Choose a picture/, 'Space', { name: 'logo.png', mimeType: 'image/png', buffer });
    await hands.waitForText('How it would look');
    await hands.press('Use as logo');
    await hands.waitForText('Logo updated!');
    await hands.expectPlaceKept();
  });

  it('staff can filter the audit and view an earlier state by keyboard', async () => {
    const hands = await at('/admin/audit');
    await hands.choose('Action', 'Changed role');
    await hands.page.waitForURL(/kind=RoleGiven/);
    await hands.press(/^Staff:/);
    await hands.write('Staff', 'Mila');
    await hands.pressKeys('Escape', 'Escape');
    await hands.expectFocus(/^Staff:/);
    await hands.press('Clear filters');
    await hands.expectPlaceKept();
    await hands.press('Point in time');
    await hands.to('Date and time');
    await hands.page.keyboard.type('01012030');
    await hands.pressKeys('Tab');
    await hands.page.keyboard.type('1200PM');
    await hands.press('Show');
    await hands.page.waitForURL(/at=2030/);
    await hands.waitForText(/^Roles at /);
    await hands.expectPlaceKept();
  });

  it('an Admin can verify and rebuild the views and send a test email by keyboard', async () => {
    const hands = await at('/admin/projections');
    await hands.press('Verify');
    await hands.waitForText('All match the log.');
    await hands.expectFocus('Verify');
    await hands.press('Rebuild');
    await hands.page.getByRole('region', { name: 'Rebuild' }).locator('time').waitFor();
    await hands.expectFocus('Rebuild');
    await hands.press('Email');
    await hands.waitForPath('/admin/mails');
    await hands.press('Send a test email');
    await hands.waitForDialog();
    await hands.pressKeys('Escape');
    await hands.expectFocus('Send a test email');
    await hands.pressKeys('Enter');
    await hands.press('Send');
    await hands.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await hands.expectFocus('Send a test email');
  });

  it("a member can choose the statistics' time range by keyboard", async () => {
    const hands = await at('/stats/global');
    await hands.press('Month');
    await hands.page.waitForURL(/range=month/);
    await hands.expectFocus('Month');
  });
});
