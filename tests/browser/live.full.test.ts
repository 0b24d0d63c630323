import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import {
  createThread,
  getPassword,
  registerPerson,
  reply,
  findSectionId,
  type Person,
} from '../support/site/member.js';
import { waitForReply } from '../support/browser/pages.js';

const mayNothing = { can_view: 0, can_post: 0, can_reply: 0, can_delete_post: 0, can_emoji_react: 0 };

describe.runIf(hasBrowser('what others do, in open pages'))('open pages', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let bram: Person;

  const open = (path: string, person?: Person) => site.open(path, person);
  const createPerson = (username: string) => registerPerson(site.server, username);
  /** A page reload would discard this marker. */
  const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stillHere: true }));
  const isStillHere = (page: Page) => page.evaluate(() => 'stillHere' in window);

  /** Matches only paragraphs because the field may still contain the text. */
  const getParagraphWith = (page: Page, text: string) => page.getByRole('paragraph').filter({ hasText: text });

  beforeAll(async () => {
    mila = await createPerson('Mila');
    bram = await createPerson('Bram');
  });

  it('an open profile shows new and deleted wall posts and followers, and own posts only once', async () => {
    const wall = await open('/profile/Mila', bram);
    const [others, secondWindow] = [await open('/profile/Mila'), await open('/profile/Mila', bram)];
    await secondWindow.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await others.getByText('No posts yet.').waitFor();
    await mark(others);
    await wall.getByLabel("Write on Mila's wall").fill('Lovely harbour');
    await wall.getByRole('button', { name: 'Post', exact: true }).click();
    await getParagraphWith(others, 'Lovely harbour').waitFor();
    await getParagraphWith(wall, 'Lovely harbour').waitFor();
    await wall.getByRole('button', { name: 'Reply', exact: true }).click();
    await wall.getByLabel('Reply to Bram').fill('And lanterns');
    await wall.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await getParagraphWith(others, 'And lanterns').waitFor();
    await wall.getByRole('button', { name: 'Follow', exact: true }).click();
    await others.getByRole('link', { name: '1 follower', exact: true }).waitFor();
    await wall.getByRole('link', { name: '1 follower', exact: true }).waitFor();
    await secondWindow.getByRole('button', { name: 'Unfollow', exact: true }).waitFor();
    await secondWindow.getByRole('button', { name: 'Unfollow', exact: true }).click();
    await wall.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await others.getByRole('link', { name: '0 followers', exact: true }).waitFor();
    await createThread(mila, 'Counted on the wall');
    await others.locator('dt:text-is("Posts") + dd:text-is("1")').waitFor();
    for (const page of [wall, others]) {
      expect(await getParagraphWith(page, 'Lovely harbour').count()).toBe(1);
      expect(await getParagraphWith(page, 'And lanterns').count()).toBe(1);
    }
    const profile = (await mila.call('GET', '/profile/Mila')).body as {
      posts: { id: number; replies: { id: number }[] }[];
    };
    await mila.perform('DELETE', `/profile/posts/${profile.posts[0]?.replies[0]?.id}`, {});
    await getParagraphWith(others, 'And lanterns').waitFor({ state: 'detached' });
    await mila.perform('DELETE', `/profile/posts/${profile.posts[0]?.id}`, {});
    await Promise.all(
      [wall, others].map((page) => getParagraphWith(page, 'Lovely harbour').waitFor({ state: 'detached' })),
    );
    expect(await isStillHere(others)).toBe(true);
  });

  it('every open page reports a ban immediately and preserves unsent content', async () => {
    const rick = await createPerson('Rick');
    const thread = await createThread(mila, 'Heated');
    const page = await open(`/forums/thread/${thread}`, rick);
    const profile = await page.context().newPage();
    await profile.goto(`${site.server.url}/profile/Mila`);
    await profile.getByLabel("Write on Mila's wall").waitFor();
    await page.getByLabel('Your reply').fill('I was just saying');
    await page.getByText(/Draft saved/).waitFor();
    await mila.perform('POST', `/admin/ban/${rick.me?.id}`, { reason: 'Spawn camping' });
    for (const openPage of [page, profile]) await openPage.getByRole('dialog', { name: 'You are banned' }).waitFor();
    await page.getByRole('link', { name: 'Log in to see why' }).click();
    await page.waitForURL('**/auth');
    await page.getByLabel('Email or username').fill('Rick');
    await page.getByLabel('Password').fill(getPassword('Rick'));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Reason: Spawn camping').waitFor();
    await profile.getByRole('button', { name: 'Continue as guest' }).click();
    await profile.getByRole('dialog').waitFor({ state: 'detached' });
    await mila.perform('POST', `/admin/unban/${rick.me?.id}`, {});
    await rick.logIn('Rick');
    const [name = '', value = ''] = rick.cookie.split('=');
    await page.context().addCookies([{ name, value, url: site.server.url }]);
    await page.goto(`${site.server.url}/forums/thread/${thread}`);
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'I was just saying');
  });

  it('reports a deleted account to its owner and to those viewing the profile', async () => {
    const gwen = await createPerson('Gwen');
    const page = await open('/rules', gwen);
    const profile = await open('/profile/Gwen?show=followers', bram);
    await page.getByRole('button', { name: /Gwen/ }).first().waitFor();
    await profile.getByText('Gwen has no followers yet.').waitFor();
    await mila.perform('POST', '/profile/Gwen/follow');
    await profile.getByRole('list').getByRole('link', { name: 'Mila' }).waitFor();
    await mila.perform('POST', `/admin/delete/${gwen.me?.id}`, {});
    await page.getByRole('dialog', { name: 'This account was deleted' }).waitFor();
    await profile.getByRole('heading', { name: 'Profile not found.' }).waitFor();
  });

  it('closes the admin area with a message if the member loses the role', async () => {
    const oddMember = await createPerson('Odd');
    const { id } = await mila.perform('POST', '/admin/roles', { name: 'Warden' });
    for (const permission of ['access_admin_panel', 'view_all_users']) {
      await mila.perform('POST', `/admin/roles/${id}/permissions`, { permission });
    }
    await mila.perform('POST', `/admin/role/${oddMember.me?.id}`, { role: id });
    const page = await open('/admin/user-management', oddMember);
    await page.getByRole('rowheader', { name: 'Bram' }).waitFor();
    await mila.perform('POST', `/admin/role/${oddMember.me?.id}`, { role: 2 });
    await page.getByRole('heading', { name: 'You no longer have access to this page.' }).waitFor();
    expect(await page.getByText('bram@example.org').count()).toBe(0);
  });

  it("reports a logout elsewhere with a login link, but not the member's own logout", async () => {
    const tess = await createPerson('Tess');
    const page = await open('/members', tess);
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${site.server.url}/rules`);
    await otherTab.getByRole('button', { name: /Tess/ }).first().waitFor();
    await page.goto(`${site.server.url}/logout`);
    await page.waitForURL('**/auth');
    const dialog = otherTab.getByRole('dialog', { name: 'You were logged out' });
    await dialog.getByRole('link', { name: 'Log in' }).click();
    await otherTab.waitForURL('**/auth');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await otherTab.getByLabel('Email or username').fill('Tess');
    await otherTab.getByLabel('Password').fill(getPassword('Tess'));
    await otherTab.getByRole('button', { name: 'Log in' }).click();
    await otherTab.waitForURL('**/rules');
  });

  it('replaces a thread or place with a message if the member loses access', async () => {
    const section_id = await findSectionId(mila, 'community');
    const thread = await createThread(mila, 'Soon closed');
    await reply(mila, thread, 'Read it while you can');
    const page = await open(`/forums/thread/${thread}`, bram);
    const place = await open('/forums/community', bram);
    const staff = await open(`/forums/thread/${thread}`, mila);
    await Promise.all([page, staff].map((openPage) => waitForReply(openPage, 'Read it while you can')));
    await place.getByRole('link', { name: 'Soon closed' }).waitFor();
    await mila.perform('POST', '/forums/permissions', { section_id, role_id: 2, ...mayNothing });
    await page.getByRole('heading', { name: 'This thread was deleted or moved.' }).waitFor();
    await place.getByRole('heading', { name: 'This section was deleted or moved.' }).waitFor();
    await reply(mila, thread, 'Only for us');
    await waitForReply(staff, 'Only for us');
    for (const openPage of [page, place]) expect(await openPage.getByText('Only for us').count()).toBe(0);
    const entries = (await mila.call('GET', `/forums/permissions?section_id=${section_id}`)).body as { id: number }[];
    for (const { id } of entries) await mila.perform('DELETE', `/forums/permissions/${id}`, {});
  });

  it('user and audit lists update live', async () => {
    const audit = await open('/admin/audit', mila);
    const users = await open('/admin/user-management', mila);
    await users.getByRole('rowheader', { name: 'Bram' }).waitFor();
    await audit.getByRole('table').waitFor();
    await Promise.all([audit, users].map(mark));
    const nora = await createPerson('Nora');
    await users.getByRole('rowheader', { name: 'Nora' }).waitFor();
    await mila.perform('POST', `/admin/ban/${nora.me?.id}`, { reason: 'A test of news' });
    await users
      .getByRole('row')
      .filter({ hasText: 'Nora' })
      .getByText(/Banned/)
      .waitFor();
    await audit.getByText('A test of news').first().waitFor();
    expect(await Promise.all([audit, users].map(isStillHere))).toEqual([true, true]);
  });

  it("an open thread shows a member's current name and the number of readers", async () => {
    const joep = await createPerson('Joep');
    const thread = await createThread(joep, 'Signed');
    await reply(joep, thread, 'By me');
    const page = await open(`/forums/thread/${thread}`, mila);
    await waitForReply(page, 'By me');
    expect(await page.getByText('2 reading').count()).toBe(0);
    const list = await open('/forums/community', bram);
    const row = list.getByRole('listitem').filter({ hasText: 'Signed' });
    await row.getByText('Joep').first().waitFor();
    const people = await open('/members');
    await people.getByRole('link', { name: 'Joep', exact: true }).waitFor();
    await joep.perform('PUT', '/account/username', { username: 'Joop', password: getPassword('Joep') });
    const post = page.locator('li[data-order]', { hasText: 'By me' });
    await post.getByRole('link', { name: 'Joop', exact: true }).waitFor();
    await row.getByText('Joop').first().waitFor();
    await people.getByRole('link', { name: 'Joop', exact: true }).waitFor();
    await page.getByText('Joep').first().waitFor({ state: 'detached' });
    expect(await row.getByText('Joep').count()).toBe(0);
    const second = await open(`/forums/thread/${thread}`, bram);
    await page.getByText('2 reading').waitFor();
    await second.getByText('2 reading').waitFor();
    await second.close();
    await page.getByText('2 reading').waitFor({ state: 'detached' });
  });
});
