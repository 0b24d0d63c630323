import { AxeBuilder } from '@axe-core/playwright';
import { generateAppCode } from '../support/site/app-code.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import {
  getEmail,
  readLink,
  createThread,
  getPassword,
  Person,
  registerPerson,
  reply,
} from '../support/site/member.js';

describe.runIf(hasBrowser('members with only a keyboard'))('member using only a keyboard', () => {
  const site = setUpBrowserSite();
  let mila: Person; // The Admin does not use the keyboard here.
  let bram: Person;
  let thread: number;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    await mila.perform('PUT', '/admin/settings', { set_up: true });
    thread = await createThread(mila, 'The lighthouse', 'Who mends it?');
  });

  beforeEach(() => site.closeContexts());

  const at = async (path: string, as: Person | null = bram, more = {}): Promise<ScriptedUser> =>
    new ScriptedUser(
      (await visit(site.browser, site.server.url + path, { ...(as && buildLoggedInOptions(as)), ...more })).page,
    );

  it('a member can register, follow the emailed link, log in and log out by keyboard', async () => {
    const hands = await at('/auth', null);
    await hands.to('Log in');
    await hands.pressKeys('ArrowRight');
    await hands.write('Email', getEmail('Kay'));
    await hands.write('Username', 'Kay');
    await hands.write('Password', getPassword('Kay'));
    await hands.write('Repeat password', getPassword('Kay'), 'Enter');
    await hands.waitForText('Please check your email to verify your account.');
    await hands.expectPlaceKept();
    await hands.page.goto(await readLink(site.server, 'Kay'));
    await hands.waitForText('Email Verified!');
    await hands.press('Log in');
    await hands.waitForPath('/auth');
    await hands.write('Email or username', 'Kay');
    await hands.write('Password', getPassword('Kay'), 'Enter');
    await hands.waitForText('Login successful!');
    await hands.waitForPath('/');
    await hands.press('Account: Kay');
    await hands.press('Logout');
    await hands.waitForPath('/auth');
    await hands.expectPlaceKept();
  });

  it('a member can set a new password from the emailed link by keyboard', async () => {
    await registerPerson(site.server, 'Lou');
    const hands = await at('/auth', null);
    await hands.press('Forgot your password?');
    await hands.write('Email or username', 'Lou', 'Enter');
    await hands.waitForText('If that account exists, we have emailed it a link.');
    await hands.page.goto(await readLink(site.server, 'Lou', '/reset-password'));
    await hands.write('New password', 'quite another one');
    await hands.write('Repeat new password', 'quite another one', 'Enter');
    await hands.waitForText('Your password is set.');
    await hands.expectPlaceKept();
    await hands.press('Log in');
    await hands.waitForPath('/auth');
    expect((await new Person(site.server.url).logIn('Lou', 'quite another one')).status).toBe(200);
  });

  it('a member can turn two-step login on, use it and turn it off by keyboard', async () => {
    const sam = await registerPerson(site.server, 'Sam');
    const hands = await at('/settings/security', sam);
    await hands.write('Your password', getPassword('Sam'), 'Enter');
    await hands.expectFocus('Six digits from the app');
    await hands.page.getByRole('img', { name: 'QR code' }).waitFor();
    const { violations } = await new AxeBuilder({ page: hands.page }).include('main').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const secret = (await hands.page.locator('code').innerText()).replaceAll(' ', '');
    await hands.write('Six digits from the app', generateAppCode(secret, Date.now() - 30_000), 'Enter');
    await hands.expectFocus('Your recovery codes');
    const codes = await hands.page.locator('main li', { hasText: /^(\w{4}-){3}\w{4}$/ }).allInnerTexts();
    await hands.press('I have saved them');
    await hands.expectPlaceKept();

    const loginUser = await at('/auth', null);
    await loginUser.write('Email or username', 'Sam');
    await loginUser.write('Password', getPassword('Sam'), 'Enter');
    await loginUser.expectFocus('Code');
    await loginUser.press('Use a recovery code');
    await loginUser.write('Recovery code', codes[0] ?? '', 'Enter');
    await loginUser.waitForPath('/');

    await hands.press('Turn off two-step login');
    await hands.expectPlaceKept();
    await hands.write('Your password', getPassword('Sam'));
    await hands.write('Code', codes[1] ?? '', 'Enter');
    await hands.waitForText('Two-step login is off.');
    await hands.expectPlaceKept();
  });

  it('a member can end sessions by keyboard, and the focus returns to the same position', async () => {
    const vera = await registerPerson(site.server, 'Vera');
    for (let session = 0; session < 3; session++) await new Person(site.server.url).logIn('Vera');
    const hands = await at('/settings/sessions', vera);
    await hands.press(/^End: /);
    await hands.waitForText(/^The session on .* has ended\.$/);
    await hands.expectPlaceKept();
    await hands.press('End all others');
    await hands.waitForDialog('End all other sessions?');
    await hands.pressKeys('Escape');
    await hands.expectFocus('End all others');
    await hands.pressKeys('Enter');
    await hands.waitForDialog('End all other sessions?');
    await hands.press('End all others');
    await hands.waitForText('2 sessions have ended.');
    await hands.expectPlaceKept();
  });

  it("a member can choose a picture and the site's colours by keyboard", async () => {
    const hands = await at('/settings/profile');
    const buffer = await createPictureFile('png', 64, 64);
    await hands.chooseFile('Choose a picture', 'Enter', { name: 'me.png', mimeType: 'image/png', buffer });
    await hands.press('Use this picture');
    await hands.waitForText('Your picture was changed.');
    await hands.expectPlaceKept();
    await hands.press('Appearance');
    await hands.waitForPath('/settings/appearance');
    await hands.to('Site default');
    await hands.pressKeys('ArrowDown');
    await hands.page.waitForFunction(() => document.cookie.includes('scheme=dark'));
  });

  it('a member can write, edit, review and delete posts in a thread by keyboard', async () => {
    const hands = await at('/forums/community');
    await hands.press('+ New Thread');
    await hands.waitForPath('/forums/community/new');
    await hands.write('Title', 'A pier of oak');
    await hands.write('Content', 'Who helps?', 'Control+Enter');
    await hands.waitForPath('/forums/community');
    await hands.press('A pier of oak');
    await hands.write('Your reply', 'I bring nails', 'Control+Enter');
    await hands.page.locator('li[data-order]', { hasText: 'I bring nails' }).waitFor();
    await hands.chooseFromMenu('Manage Reply', 'Edit');
    await hands.expectFocus('Content');
    await hands.write('Content', 'I bring nails and rope', 'Control+Enter');
    await hands.waitForText('edited');
    await hands.expectPlaceKept();
    await hands.press('edited');
    await hands.waitForDialog('Edit history');
    await hands.press(/by Bram$/);
    await hands.pressKeys('Escape');
    await hands.expectFocus('edited');
    await hands.chooseFromMenu('Manage Reply', 'Delete');
    await hands.waitForDialog();
    await hands.pressKeys('Escape');
    await hands.expectFocus('Manage Reply');
    await hands.chooseFromMenu('Manage Reply', 'Delete');
    await hands.waitForDialog();
    await hands.press('Delete');
    await hands.waitForText('Reply deleted.');
    await hands.expectPlaceKept();
  });

  it('a member can report a post, watch its thread and stop ignoring a member by keyboard', async () => {
    const hands = await at(`/forums/thread/${thread}`);
    await hands.press('Watch');
    await hands.press(/^Mute/);
    await hands.pressKeys('Escape');
    await hands.expectFocus('Muted');
    await hands.press('Report this post by Mila');
    await hands.write('What happened?', 'She repeats herself', 'Control+Enter');
    await hands.waitForText('Your report has been sent.');
    await hands.expectPlaceKept();
    await hands.page.goto(`${site.server.url}/profile/Mila`);
    await hands.press('Ignore: Mila');
    await hands.waitForText('You are now ignoring Mila');
    await hands.expectFocus('Stop ignoring: Mila');
    await hands.pressKeys('Enter');
    await hands.expectFocus('Ignore: Mila');
  });

  it('a member can bookmark, find and remove a reply by keyboard', async () => {
    const id = await createThread(mila, 'The slipway', 'Who greases it?');
    await reply(bram, id, 'I do');
    const hands = await at(`/forums/thread/${id}`);
    await hands.press('Bookmark this post by Bram');
    await hands.waitForDialog('Bookmark');
    await hands.write('Note (optional)', 'Before the launch');
    await hands.to('Reminder');
    await hands.pressKeys('ArrowDown');
    await hands.press('Save');
    await hands.waitForText('Bookmark saved.');
    await hands.expectFocus('Bookmark this post by Bram');
    await hands.press('Account: Bram');
    await hands.press('Yours');
    await hands.waitForPath('/yours');
    await hands.waitForText('Before the launch');
    await hands.waitForText('Reminder:');
    await hands.press('Edit the bookmark for “The slipway”');
    await hands.waitForDialog('Edit bookmark');
    await hands.pressKeys('Escape');
    await hands.expectFocus('Edit the bookmark for “The slipway”');
    await hands.press('Remove the bookmark for “The slipway”');
    await hands.waitForText('You have no bookmarks yet');
    await hands.expectPlaceKept();
    await hands.pressInToast('Bookmark removed.', 'Undo');
    await hands.waitForText('Before the launch');
    await hands.expectPlaceKept();
  });

  it('a member can mark, open and unmark a solution by keyboard', async () => {
    const section = { name: 'help', display_name: 'Help', description: '', icon: 'star' };
    const { id: section_id } = await mila.perform('POST', '/forums/sections', { ...section, questions: 1 });
    const question = { section_id, title: 'A leak', content: 'How do I close it?' };
    const { id } = await bram.perform('POST', '/forums/threads', question);
    await reply(mila, Number(id), 'With tar');
    const hands = await at(`/forums/thread/${Number(id)}`);
    const panel = hands.page.getByRole('region', { name: 'Solution' });
    await hands.chooseFromMenu('Manage Reply', 'Mark as solution');
    await hands.waitForText('Reply marked as the solution.');
    await panel.getByText('With tar').waitFor();
    await hands.expectPlaceKept();
    await hands.press('Go to the reply');
    await hands.expectFocus(/^Reply 1 by Mila/);
    await hands.chooseFromMenu('Manage Reply', 'Unmark as solution');
    await hands.waitForText('Solution removed.');
    await panel.waitFor({ state: 'detached' });
    await hands.expectPlaceKept();
  });

  it('a member can read notifications in the bell and on their page by keyboard', async () => {
    await reply(mila, thread, 'What does @Bram think?');
    const hands = await at('/');
    await hands.press('Notifications, 1 new');
    await hands.to(/Mila mentioned you/);
    await hands.pressKeys('Escape');
    await hands.expectFocus('Notifications, 1 new');
    await hands.pressKeys('Enter');
    await hands.press('All notifications');
    await hands.waitForPath('/notifications');
    await hands.press('Mark all as read');
    await hands.expectPlaceKept();
    await hands.press(/Mila mentioned you/);
    await hands.page.waitForURL(/forums\/thread/);
  });

  it('a member can follow a member, and post, reply and delete on their wall by keyboard', async () => {
    const hands = await at('/profile/Mila');
    await hands.press('Follow');
    await hands.expectFocus('Unfollow');
    await hands.write("Write on Mila's wall", 'A fine harbour', 'Control+Enter');
    await hands.waitForText('A fine harbour');
    await hands.press('Reply');
    await hands.expectFocus('Reply to Bram');
    await hands.pressKeys('Escape');
    await hands.expectFocus('Reply');
    await hands.pressKeys('Enter');
    await hands.write('Reply to Bram', 'With a crane', 'Control+Enter');
    await hands.waitForText('With a crane');
    await hands.expectFocus('Reply');
    await hands.press('Delete');
    await hands.waitForDialog();
    await hands.pressKeys('Escape');
    await hands.expectFocus('Delete');
    await hands.pressKeys('Enter');
    await hands.waitForDialog();
    await hands.press('Delete');
    await hands.waitForText('Post deleted.');
    await hands.expectPlaceKept();
    await hands.waitForText('No posts yet.');
  });

  it('a member can find a member by keyboard', async () => {
    const hands = await at('/members', null);
    await hands.write('Search members', 'mil');
    await hands.waitForText('1 member found');
    await hands.press('Mila');
    await hands.waitForPath('/profile/Mila');
  });
});
