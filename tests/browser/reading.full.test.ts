import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { expect, beforeAll, describe, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { interceptRequests, waitForReply } from '../support/browser/pages.js';
import { waitForReading, readMark } from '../support/browser/reading.js';

const post = (page: Page, text: string) => page.locator('li[data-order]', { hasText: text });

describe.runIf(hasBrowser('reading a thread in a browser'))('reading a thread', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let bram: Person;

  const open = (path: string, person?: Person) => site.open(path, person);

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
  });

  it('the list counts new replies until they are seen, and the thread highlights them', async () => {
    const thread = await createThread(mila, 'Harbour talk');
    await reply(mila, thread, 'Seen before');
    const page = await open(`/forums/thread/${thread}`, bram);
    const markResponse = () => page.waitForResponse((response) => response.url().endsWith(`/threads/${thread}/read`));
    const firstMark = markResponse();
    await waitForReply(page, 'Seen before');
    await firstMark;
    await page.goto(`${site.server.url}/members`);
    await reply(mila, thread, 'New one');
    await reply(mila, thread, 'New two');
    await page.goto(`${site.server.url}/forums/community`);
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour talk' });
    await row.getByText('2 new').waitFor();
    const secondMark = markResponse();
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
    await secondMark;
    await createThread(mila, 'Never opened');
    await page.goBack();
    await page.getByRole('listitem').filter({ hasText: 'Never opened' }).getByText('unread').waitFor();
    expect(await row.getByText(/unread|new/).count()).toBe(0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('Everything in Community is marked as read.').waitFor();
    expect(await page.getByText(/^unread$/).count()).toBe(0);
  });

  it('the URL of a reply opens the thread at that reply and focuses it', async () => {
    const thread = await createThread(mila, 'A long one');
    const ids: number[] = [];
    for (let n = 1; n <= 90; n++) ids.push(await reply(mila, thread, `Reply number ${n}.`));
    const page = await open(`/forums/thread/${thread}#post-${ids[44]}`, bram);
    await waitForReply(page, 'Reply number 45.');
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

  it('marks replies that a wheel scrolls past within one frame as read, but not those skipped by other means', async () => {
    const thread = await createThread(mila, 'A fast wheel');
    for (let n = 1; n <= 15; n++) await reply(mila, thread, `Line\n\n`.repeat(6) + `Reply ${n}.`);
    const posts = (await bram.call('GET', `/forums/posts/${thread}`)).body as PostRow[];
    const orders = posts.map(({ order }) => order);
    const mark = () => readMark(bram, thread, orders);
    const page = await open(`/forums/thread/${thread}`, bram);
    await post(page, 'Reply 15.').waitFor();
    await expect.poll(mark).toBeGreaterThan(0);
    const markBefore = await mark();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await waitForReading(page);
    expect(await mark()).toBe(markBefore);
    const returnToTop = async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await waitForReading(page);
    };
    for (const endGesture of [() => page.keyboard.press('Shift'), () => page.mouse.click(1, 1)]) {
      await returnToTop();
      await page.evaluate(() => dispatchEvent(new Event('wheel')));
      await endGesture();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await waitForReading(page);
      expect(await mark()).toBe(markBefore);
    }
    await returnToTop();
    await page.evaluate(() => {
      dispatchEvent(new Event('wheel'));
      scrollTo(0, document.body.scrollHeight);
    });
    await expect.poll(mark).toBe(15);
  });

  it('shows an author what each edit changed, and others only that the post was edited', async () => {
    const thread = await createThread(mila, 'Edited');
    const id = await reply(bram, thread, 'keep the old pier');
    await bram.perform('PUT', `/forums/posts/${id}`, { content: 'keep the new pier' });
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

  it("focusing a member's name shows their card until Escape is pressed", async () => {
    const thread = await createThread(mila, 'Cards');
    await reply(mila, thread, 'Who am I?');
    const page = await open(`/forums/thread/${thread}`, bram);
    await post(page, 'Who am I?').focus();
    await page.keyboard.press('Tab');
    const card = page.getByRole('dialog', { name: 'About Mila' });
    await card.getByText(/ posts?$/).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile/Mila');
  });

  it("does not show a member's card if the pointer leaves while the card's code is loading", async () => {
    const thread = await createThread(mila, 'Slow cards');
    await reply(mila, thread, 'Who am I?');
    await reply(bram, thread, 'Mila.');
    const page = await open(`/forums/thread/${thread}`, bram);
    const cardRequests: Route[] = [];
    await interceptRequests(page, '**/user-card-*.js', (route) => cardRequests.push(route));
    const profiles: string[] = [];
    page.on('request', (request) => profiles.push(...(/profile\/\w+(?=\?)/.exec(request.url()) ?? [])));
    await page.clock.install();
    await post(page, 'Who am I?').getByRole('link', { name: 'Mila' }).hover();
    await expect.poll(() => cardRequests.length).toBe(1);
    const [cardRequest] = cardRequests;
    await page.clock.fastForward(1_000);
    await page.mouse.move(5, 5);
    await cardRequest?.continue();
    // As text, because the tests' own build replaces `import`.
    await page.evaluate(`import('${cardRequest?.request().url()}').then(() => null)`);
    await post(page, 'Mila.').getByRole('link', { name: 'Bram' }).hover();
    await page.getByRole('dialog', { name: 'About Bram' }).waitFor();
    expect(profiles).toEqual(['profile/Bram']);
  });
});
