import { expect, beforeAll, describe, it } from 'vitest';
import type { Page } from 'playwright-core';
import { checkedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { newThread, registered, reply, sectionId, type Person } from '../support/site/member.js';
import { manageReply, manageThread, showsReply } from '../support/browser/pages.js';

const post = (page: Page, text: string) => page.locator('li[data-order]', { hasText: text });

describe.runIf(hasBrowser('reading a thread in a browser'))('a member who reads', () => {
  const site = checkedBrowserSite();
  let mila: Person;
  let bram: Person;

  const open = (path: string, person?: Person) => site.open(path, person);

  beforeAll(async () => {
    mila = await registered(site.server, 'Mila');
    bram = await registered(site.server, 'Bram');
  });

  it('sees their reaction immediately, by keyboard too; others see it arrive, and a guest is asked to log in', async () => {
    const thread = await newThread(mila, 'Reactions');
    await reply(mila, thread, 'Lanterns at night');
    const page = await open(`/forums/thread/${thread}`, bram);
    const guest = await open(`/forums/thread/${thread}`);
    await showsReply(guest, 'Lanterns at night');
    await post(page, 'Lanterns at night').getByRole('button', { name: 'Add a reaction' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Love', exact: true }).focus();
    await page.keyboard.press('Enter');
    const chosen = post(page, 'Lanterns at night').getByRole('button', { name: 'Love: 1' });
    await chosen.waitFor();
    expect(await chosen.getAttribute('aria-pressed')).toBe('true');
    const seen = post(guest, 'Lanterns at night').getByRole('button', { name: 'Love: 1' });
    await seen.focus();
    await guest.keyboard.press('Enter');
    await guest.getByText('Login first!').first().waitFor();
    expect(await seen.getAttribute('aria-disabled')).toBe('true');
    await page.reload();
    await chosen.click();
    await chosen.waitFor({ state: 'detached' });
    await seen.waitFor({ state: 'detached' });
    await page.route('**/api/forums/reactions', (route) => route.abort());
    await post(page, 'Lanterns at night').getByRole('button', { name: 'Add a reaction' }).click();
    await page.getByRole('button', { name: 'Wow', exact: true }).click();
    await page.getByText('Your reaction could not be saved. Please try again.').first().waitFor();
    await post(page, 'Lanterns at night').getByRole('button', { name: 'Wow: 1' }).waitFor({ state: 'detached' });
  });

  it("shows a member's card next to a name, to the mouse and to the keyboard", async () => {
    const thread = await newThread(mila, 'Cards');
    await reply(mila, thread, 'Who am I?');
    const page = await open(`/forums/thread/${thread}`, bram);
    const name = post(page, 'Who am I?').getByRole('link', { name: 'Mila', exact: true });
    await name.hover();
    const card = page.getByRole('dialog', { name: 'About Mila' });
    await card.getByText(/^Joined /).waitFor();
    await card.getByRole('button', { name: 'Follow' }).click();
    await card.getByRole('button', { name: 'Unfollow' }).waitFor();
    await page.mouse.move(5, 700);
    await card.waitFor({ state: 'detached' });
    await post(page, 'Who am I?').focus();
    await page.keyboard.press('Tab');
    await card.getByText(/ posts?$/).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile/Mila');
  });

  it('counts what is new since the last visit in the list, marks it in the thread, and reads it once seen', async () => {
    const thread = await newThread(mila, 'Harbour talk');
    await reply(mila, thread, 'Seen before');
    const page = await open(`/forums/thread/${thread}`, bram);
    const written = page.waitForResponse((answer) => answer.url().endsWith(`/threads/${thread}/read`));
    await showsReply(page, 'Seen before');
    await written;
    await page.goto(`${site.server.url}/members`);
    await reply(mila, thread, 'New one');
    await reply(mila, thread, 'New two');
    await page.goto(`${site.server.url}/forums/community`);
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour talk' });
    await row.getByText('2 new').waitFor();
    await row.getByRole('link', { name: 'Harbour talk' }).click();
    await page.getByText('New since your last visit').waitFor();
    const order = await page
      .locator('li', { hasText: /Seen before|New since your last visit|New one/ })
      .allInnerTexts();
    expect(order.map((text) => /Seen before|New since your last visit|New one/.exec(text)?.[0])).toEqual([
      'Seen before',
      'New since your last visit',
      'New one',
    ]);
    await page.waitForResponse((answer) => answer.url().endsWith(`/threads/${thread}/read`));
    await newThread(mila, 'Never opened');
    await page.goBack();
    await page.getByRole('listitem').filter({ hasText: 'Never opened' }).getByText('unread').waitFor();
    expect(await row.getByText(/unread|new/).count()).toBe(0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Everything in Community is marked as read.').waitFor();
    expect(await page.getByText(/^unread$/).count()).toBe(0);
  });

  it('goes from the address of a reply to the middle of a long thread, with the keyboard', async () => {
    const thread = await newThread(mila, 'A long one');
    const ids: number[] = [];
    for (let n = 1; n <= 90; n++) ids.push(await reply(mila, thread, `Reply number ${n}.`));
    const page = await open(`/forums/thread/${thread}#post-${ids[44]}`, bram);
    await showsReply(page, 'Reply number 45.');
    await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[44]}`);
    expect(await post(page, 'Reply number 45.').isVisible()).toBe(true);
    await page.getByText(/^45 of 90/).waitFor();
    expect(await page.locator('li[data-order]').count()).toBeLessThan(90);
    await page.getByRole('button', { name: 'Jump to…' }).click();
    await page.getByLabel('Reply number').fill('70');
    await page.keyboard.press('Enter');
    await page.waitForFunction((id) => document.activeElement?.id === id, `post-${ids[69]}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await post(page, 'Reply number 70.').getByRole('button', { name: 'Copy the link to this post by Mila' }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.server.url}/forums/thread/${thread}#post-${ids[69]}`,
    );
    await post(page, 'Reply number 70.').getByRole('button', { name: 'Report this post by Mila' }).click();
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /by Mila/ })
      .waitFor();
  });

  it('shows staff actions between the replies, and lets them be undone', async () => {
    const thread = await newThread(bram, 'To be handled');
    await reply(bram, thread, 'Before it');
    const page = await open(`/forums/thread/${thread}`, mila);
    const guest = await open(`/forums/thread/${thread}`);
    await showsReply(page, 'Before it');
    await manageThread(page, 'Lock');
    await guest.getByText(/Mila locked this thread · /).waitFor();
    await manageThread(page, 'Move');
    await page.getByLabel('Move to').selectOption({ label: 'News' });
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to News.').waitFor();
    await guest.getByText(/Mila moved this from Community to News · /).waitFor();
    await page.getByRole('dialog', { name: 'Moved to News.' }).getByRole('button', { name: 'Undo' }).click();
    await guest.getByText(/Mila moved this from News to Community · /).waitFor();
    expect(await sectionId(mila, 'community')).toBeGreaterThan(0);
  });

  it('keeps a deleted reply folded for its author and the staff, who can restore it', async () => {
    const thread = await newThread(mila, 'Deleted');
    await reply(bram, thread, 'I should not have said this');
    const page = await open(`/forums/thread/${thread}`, mila);
    const author = await open(`/forums/thread/${thread}`, bram);
    const guest = await open(`/forums/thread/${thread}`);
    await Promise.all([page, author, guest].map((one) => showsReply(one, 'I should not')));
    await manageReply(page, 'I should not', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await author.getByText(/Your reply was deleted by Mila/).waitFor();
    await author.getByRole('button', { name: 'Show', exact: true }).click();
    await author.getByText('I should not have said this').waitFor();
    expect(await author.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await post(guest, 'I should not').waitFor({ state: 'detached' });
    await page.getByText('A reply by Bram was deleted by Mila').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await Promise.all([page, author, guest].map((one) => showsReply(one, 'I should not')));
    expect(await author.getByText('Your reply was deleted').count()).toBe(0);
  });

  it('shows an author each edit word by word, and others only that it was edited', async () => {
    const thread = await newThread(mila, 'Edited');
    const id = await reply(bram, thread, 'keep the old pier');
    await bram.done('PUT', `/forums/posts/${id}`, { content: 'keep the new pier' });
    const page = await open(`/forums/thread/${thread}`, bram);
    const guest = await open(`/forums/thread/${thread}`);
    await post(page, 'keep the').getByRole('button', { name: 'edited' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit history' });
    await dialog.locator('del', { hasText: 'old' }).waitFor();
    expect(await dialog.locator('ins', { hasText: 'new' }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await post(guest, 'keep the').getByText('edited').waitFor();
    expect(await guest.getByRole('button', { name: 'edited' }).count()).toBe(0);
  });
});
