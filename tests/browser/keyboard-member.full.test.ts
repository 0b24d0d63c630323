import { AxeBuilder } from '@axe-core/playwright';
import { appCode } from '../support/site/app-code.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserSite } from '../support/browser/browser-site.js';
import { hasBrowser, loggedInAs, visit } from '../support/browser/browser.js';
import { ScriptedUser } from '../support/browser/scripted-user.js';
import { emailOf, readLink, newThread, passwordOf, Person, registered, reply } from '../support/site/member.js';

describe.runIf(hasBrowser('members with only a keyboard'))('member using only a keyboard', () => {
  const site = browserSite();
  let mila: Person; // The Admin does not use the keyboard here.
  let bram: Person;
  let thread: number;

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    bram = await registered(site.server, 'Bram');
    await mila.done('PUT', '/admin/settings', { set_up: true });
    thread = await newThread(mila, 'The lighthouse', 'Who mends it?');
  });

  beforeEach(() => site.closeContexts());

  const at = async (path: string, as: Person | null = bram, more = {}): Promise<ScriptedUser> =>
    new ScriptedUser((await visit(site.browser, site.server.url + path, { ...(as && loggedInAs(as)), ...more })).page);

  it('a member can register, follow the emailed link, log in and log out by keyboard', async () => {
    const hands = await at('/auth', null);
    await hands.to('Log in');
    await hands.keys('ArrowRight');
    await hands.write('Email', emailOf('Kay'));
    await hands.write('Username', 'Kay');
    await hands.write('Password', passwordOf('Kay'));
    await hands.write('Repeat password', passwordOf('Kay'), 'Enter');
    await hands.says('Please check your email to verify your account.');
    await hands.keepsPlace();
    await hands.page.goto(await readLink(site.server, 'Kay'));
    await hands.says('Email Verified!');
    await hands.press('Log in');
    await hands.at('/auth');
    await hands.write('Email or username', 'Kay');
    await hands.write('Password', passwordOf('Kay'), 'Enter');
    await hands.says('Login successful!');
    await hands.at('/');
    await hands.press('Account: Kay');
    await hands.press('Logout');
    await hands.at('/auth');
    await hands.keepsPlace();
  });

  it('a member can set a new password from the emailed link by keyboard', async () => {
    await registered(site.server, 'Lou');
    const hands = await at('/auth', null);
    await hands.press('Forgot your password?');
    await hands.write('Email or username', 'Lou', 'Enter');
    await hands.says('If that account exists, we have emailed it a link.');
    await hands.page.goto(await readLink(site.server, 'Lou', '/reset-password'));
    await hands.write('New password', 'quite another one');
    await hands.write('Repeat new password', 'quite another one', 'Enter');
    await hands.says('Your password is set.');
    await hands.keepsPlace();
    await hands.press('Log in');
    await hands.at('/auth');
    expect((await new Person(site.server.url).logIn('Lou', 'quite another one')).status).toBe(200);
  });

  it('a member can turn two-step login on, use it and turn it off by keyboard', async () => {
    const sam = await registered(site.server, 'Sam');
    const hands = await at('/settings/security', sam);
    await hands.write('Your password', passwordOf('Sam'), 'Enter');
    await hands.has('Six digits from the app');
    await hands.page.getByRole('img', { name: 'QR code' }).waitFor();
    const { violations } = await new AxeBuilder({ page: hands.page }).include('main').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const secret = (await hands.page.locator('code').innerText()).replaceAll(' ', '');
    await hands.write('Six digits from the app', appCode(secret, Date.now() - 30_000), 'Enter');
    await hands.has('Your recovery codes');
    const codes = await hands.page.locator('main li', { hasText: /^(\w{4}-){3}\w{4}$/ }).allInnerTexts();
    await hands.press('I have saved them');
    await hands.keepsPlace();

    const loginUser = await at('/auth', null);
    await loginUser.write('Email or username', 'Sam');
    await loginUser.write('Password', passwordOf('Sam'), 'Enter');
    await loginUser.has('Code');
    await loginUser.press('Use a recovery code');
    await loginUser.write('Recovery code', codes[0] ?? '', 'Enter');
    await loginUser.at('/');

    await hands.press('Turn off two-step login');
    await hands.keepsPlace();
    await hands.write('Your password', passwordOf('Sam'));
    await hands.write('Code', codes[1] ?? '', 'Enter');
    await hands.says('Two-step login is off.');
    await hands.keepsPlace();
  });

  it('a member can end sessions by keyboard, and the focus returns to the same position', async () => {
    const vera = await registered(site.server, 'Vera');
    for (let session = 0; session < 3; session++) await new Person(site.server.url).logIn('Vera');
    const hands = await at('/settings/sessions', vera);
    await hands.press(/^End: /);
    await hands.says(/^The session on .* has ended\.$/);
    await hands.keepsPlace();
    await hands.press('End all others');
    await hands.inDialog('End all other sessions?');
    await hands.keys('Escape');
    await hands.has('End all others');
    await hands.keys('Enter');
    await hands.inDialog('End all other sessions?');
    await hands.press('End all others');
    await hands.says('2 sessions have ended.');
    await hands.keepsPlace();
  });

  it("a member can choose a picture and the site's colours by keyboard", async () => {
    const hands = await at('/settings/profile');
    const buffer = await createPictureFile('png', 64, 64);
    await hands.chooseFile('Choose a picture', 'Enter', { name: 'me.png', mimeType: 'image/png', buffer });
    await hands.press('Use this picture');
    await hands.says('Your picture was changed.');
    await hands.keepsPlace();
    await hands.press('Appearance');
    await hands.at('/settings/appearance');
    await hands.to('Site default');
    await hands.keys('ArrowDown');
    await hands.page.waitForFunction(() => document.cookie.includes('scheme=dark'));
  });

  it('a member can write, edit, review and delete posts in a thread by keyboard', async () => {
    const hands = await at('/forums/community');
    await hands.press('+ New Thread');
    await hands.at('/forums/community/new');
    await hands.write('Title', 'A pier of oak');
    await hands.write('Content', 'Who helps?', 'Control+Enter');
    await hands.at('/forums/community');
    await hands.press('A pier of oak');
    await hands.write('Your reply', 'I bring nails', 'Control+Enter');
    await hands.page.locator('li[data-order]', { hasText: 'I bring nails' }).waitFor();
    await hands.chooseFromMenu('Manage Reply', 'Edit');
    await hands.has('Content');
    await hands.write('Content', 'I bring nails and rope', 'Control+Enter');
    await hands.says('edited');
    await hands.keepsPlace();
    await hands.press('edited');
    await hands.inDialog('Edit history');
    await hands.press(/by Bram$/);
    await hands.keys('Escape');
    await hands.has('edited');
    await hands.chooseFromMenu('Manage Reply', 'Delete');
    await hands.inDialog();
    await hands.keys('Escape');
    await hands.has('Manage Reply');
    await hands.chooseFromMenu('Manage Reply', 'Delete');
    await hands.inDialog();
    await hands.press('Delete');
    await hands.says('Reply deleted.');
    await hands.keepsPlace();
  });

  it('a member can report a post, watch its thread and stop ignoring a member by keyboard', async () => {
    const hands = await at(`/forums/thread/${thread}`);
    await hands.press('Watch');
    await hands.press(/^Mute/);
    await hands.keys('Escape');
    await hands.has('Muted');
    await hands.press('Report this post by Mila');
    await hands.write('What happened?', 'She repeats herself', 'Control+Enter');
    await hands.says('Your report has been sent.');
    await hands.keepsPlace();
    await hands.page.goto(`${site.server.url}/profile/Mila`);
    await hands.press('Ignore: Mila');
    await hands.says('You are now ignoring Mila');
    await hands.has('Stop ignoring: Mila');
    await hands.keys('Enter');
    await hands.has('Ignore: Mila');
  });

  it('a member can bookmark, find and remove a reply by keyboard', async () => {
    const id = await newThread(mila, 'The slipway', 'Who greases it?');
    await reply(bram, id, 'I do');
    const hands = await at(`/forums/thread/${id}`);
    await hands.press('Bookmark this post by Bram');
    await hands.inDialog('Bookmark');
    await hands.write('Note (optional)', 'Before the launch');
    await hands.to('Reminder');
    await hands.keys('ArrowDown');
    await hands.press('Save');
    await hands.says('Bookmark saved.');
    await hands.has('Bookmark this post by Bram');
    await hands.press('Account: Bram');
    await hands.press('Yours');
    await hands.at('/yours');
    await hands.says('Before the launch');
    await hands.says('Reminder:');
    await hands.press('Edit the bookmark for “The slipway”');
    await hands.inDialog('Edit bookmark');
    await hands.keys('Escape');
    await hands.has('Edit the bookmark for “The slipway”');
    await hands.press('Remove the bookmark for “The slipway”');
    await hands.says('You have no bookmarks yet');
    await hands.keepsPlace();
    await hands.pressInToast('Bookmark removed.', 'Undo');
    await hands.says('Before the launch');
    await hands.keepsPlace();
  });

  it('a member can mark, open and unmark a solution by keyboard', async () => {
    const section = { name: 'help', display_name: 'Help', description: '', icon: 'star' };
    const { id: section_id } = await mila.done('POST', '/forums/sections', { ...section, questions: 1 });
    const question = { section_id, title: 'A leak', content: 'How do I close it?' };
    const { id } = await bram.done('POST', '/forums/threads', question);
    await reply(mila, Number(id), 'With tar');
    const hands = await at(`/forums/thread/${Number(id)}`);
    const panel = hands.page.getByRole('region', { name: 'Solution' });
    await hands.chooseFromMenu('Manage Reply', 'Mark as solution');
    await hands.says('Reply marked as the solution.');
    await panel.getByText('With tar').waitFor();
    await hands.keepsPlace();
    await hands.press('Go to the reply');
    await hands.has(/^Reply 1 by Mila/);
    await hands.chooseFromMenu('Manage Reply', 'Unmark as solution');
    await hands.says('Solution removed.');
    await panel.waitFor({ state: 'detached' });
    await hands.keepsPlace();
  });

  it('a member can read notifications in the bell and on their page by keyboard', async () => {
    await reply(mila, thread, 'What does @Bram think?');
    const hands = await at('/');
    await hands.press('Notifications, 1 new');
    await hands.to(/Mila mentioned you/);
    await hands.keys('Escape');
    await hands.has('Notifications, 1 new');
    await hands.keys('Enter');
    await hands.press('All notifications');
    await hands.at('/notifications');
    await hands.press('Mark all as read');
    await hands.keepsPlace();
    await hands.press(/Mila mentioned you/);
    await hands.page.waitForURL(/forums\/thread/);
  });

  it('a member can follow a member, and post, reply and delete on their wall by keyboard', async () => {
    const hands = await at('/profile/Mila');
    await hands.press('Follow');
    await hands.has('Unfollow');
    await hands.write("Write on Mila's wall", 'A fine harbour', 'Control+Enter');
    await hands.says('A fine harbour');
    await hands.press('Reply');
    await hands.has('Reply to Bram');
    await hands.keys('Escape');
    await hands.has('Reply');
    await hands.keys('Enter');
    await hands.write('Reply to Bram', 'With a crane', 'Control+Enter');
    await hands.says('With a crane');
    await hands.has('Reply');
    await hands.press('Delete');
    await hands.inDialog();
    await hands.keys('Escape');
    await hands.has('Delete');
    await hands.keys('Enter');
    await hands.inDialog();
    await hands.press('Delete');
    await hands.says('Post deleted.');
    await hands.keepsPlace();
    await hands.says('No posts yet.');
  });

  it('a member can find a member by keyboard', async () => {
    const hands = await at('/members', null);
    await hands.write('Search members', 'mil');
    await hands.says('1 member found');
    await hands.press('Mila');
    await hands.at('/profile/Mila');
  });
});
