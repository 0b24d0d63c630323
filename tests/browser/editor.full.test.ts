import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import {
  hasBrowser,
  buildLoggedInOptions,
  listOwnFaults,
  visitAndWatch,
  type WatchedVisit,
} from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { manageReply, manageThread, openComposer, waitForReply } from '../support/browser/pages.js';
import { readReplies } from '../support/processes/posting.js';

describe.runIf(hasBrowser('the editor in a browser'))('editor', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let threadId: number;
  let editorVisit: WatchedVisit;
  let page: Page;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
  });

  beforeEach(async () => {
    await site.closeContexts();
  });

  const getField = () => page.getByLabel('Your reply');
  const readFieldText = () => getField().inputValue();

  async function openThread(who = mila): Promise<void> {
    threadId = await createThread(mila, `A thread for ${expect.getState().currentTestName?.slice(-40)}`);
    await reply(bram, threadId, 'Keep the lighthouse, and the pier');
    await open(`/forums/thread/${threadId}`, who);
    await waitForReply(page, 'Keep the lighthouse');
    await openComposer(page);
  }

  async function open(path: string, who: Person): Promise<void> {
    editorVisit = await visitAndWatch(site.browser, site.server.url + path, buildLoggedInOptions(who));
    page = editorVisit.page;
  }

  it('a member can format, undo, mention, preview and reply by keyboard alone', async () => {
    await openThread();
    await getField().focus();
    await page.keyboard.type('castle');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Control+B');
    expect(await readFieldText()).toBe('**castle**');
    await page.keyboard.press('Control+Z');
    expect(await readFieldText()).toBe('castle');
    await page.keyboard.press('Control+I');
    expect(await readFieldText()).toBe('_castle_');
    await page.keyboard.press('End');
    await page.keyboard.type(' for @br');
    await page.getByRole('option', { name: 'Bram', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.type(' and @a');
    await page.getByRole('option', { name: 'Mila' }).waitFor();
    const firstName = (await page.getByRole('option').first().innerText()).includes('Mila') ? 'Mila' : 'Bram';
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: firstName === 'Mila' ? 'Bram' : 'Mila', selected: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { name: firstName, selected: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await readFieldText()).toBe(`_castle_ for @br and @${firstName} `);

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('em', { hasText: 'castle' }).waitFor();
    expect(await preview.getByRole('link', { name: `@${firstName}` }).getAttribute('href')).toBe(
      `/profile/${firstName}`,
    );
    expect(await preview.getByText('@br and').count()).toBe(1);
    await page.keyboard.press('Enter');
    await getField().focus();
    await page.keyboard.press('Control+Enter');
    await page
      .locator('li[data-order]')
      .getByRole('link', { name: `@${firstName}` })
      .click();
    await page.waitForURL(`**/profile/${firstName}`);
    expect(editorVisit.faults).toEqual([]);
  });

  it('quoting inserts a selection or a whole post at the caret', async () => {
    await openThread();
    const post = page.locator('li[data-order]', { hasText: 'Keep the lighthouse' });
    const address = `/forums/thread/${threadId}#post-${(await readReplies(mila, threadId))[0]?.id}`;
    await getField().fill('Hello!');
    await post.getByText('Keep the lighthouse').evaluate((element) => {
      const text = element.firstChild!;
      getSelection()?.setBaseAndExtent(text, 0, text, 'Keep the lighthouse'.length);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.locator('body > button', { hasText: 'Quote' }).click();
    const quote = `> @Bram [wrote ↑](${address})\n>\n> Keep the lighthouse\n\n`;
    await expect.poll(readFieldText).toBe(`Hello!\n\n${quote}`);
    expect(await getField().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('Yes.');
    await post.getByRole('button', { name: 'Quote Bram' }).click();
    const wholeQuote = quote.replace('lighthouse', 'lighthouse, and the pier');
    await expect.poll(readFieldText).toBe(`Hello!\n\n${quote}Yes.\n\n${wholeQuote}`);

    await getField().fill('');
    await post.getByRole('button', { name: 'Quote Bram' }).press('Enter');
    // Text typed earlier would be lost.
    await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
    await page.keyboard.type('All of it.');
    expect(await readFieldText()).toBe(`${wholeQuote}All of it.`);
    await page.keyboard.press('Control+Enter');
    const quotes = page.locator('li[data-order] blockquote');
    await quotes.getByText('Keep the lighthouse, and the pier').waitFor();
    await page.evaluate(() => Object.assign(window, { marker: 'still here' }));
    await quotes.getByRole('link', { name: 'wrote ↑' }).click();
    await page.waitForURL(`**${address}`);
    // A reload would have removed the marker set above.
    expect(await page.evaluate(() => (window as unknown as { marker?: string }).marker)).toBe('still here');
    expect(editorVisit.faults).toEqual([]);
  });

  it('restores edits of a reply and of a thread after a reload, until saved or discarded', async () => {
    await openThread();
    await manageReply(page, 'Keep the lighthouse', 'Edit');
    await page.getByLabel('Content').fill('Keep the lighthouse, not the pier');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await manageReply(page, 'Keep the lighthouse', 'Edit');
    await page.getByText('Your draft was restored.').waitFor();
    expect(await page.getByLabel('Content').inputValue()).toBe('Keep the lighthouse, not the pier');
    const [milasReply] = await readReplies(mila, threadId);
    await bram.perform('PUT', `/forums/posts/${milasReply?.id}`, { content: 'Keep nothing' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Someone changed this in the meantime.' }).waitFor();
    expect(await page.getByLabel('Content').inputValue()).toBe('Keep the lighthouse, not the pier');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForReply(page, 'Keep the lighthouse, not the pier');

    await manageThread(page, 'Edit');
    await page.getByLabel('Title').fill('Quite another title');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await manageThread(page, 'Edit');
    expect(await page.getByLabel('Title').inputValue()).toBe('Quite another title');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    expect(await page.getByLabel('Title').inputValue()).toContain('A thread for');
    await page.getByLabel('Content').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter a title and content!').waitFor();
    expect(listOwnFaults(editorVisit)).toEqual([]);
  });

  it('the wall editor suggests mentions and reports an empty post', async () => {
    await open('/profile/Mila', bram);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('Type something!').waitFor();
    await page.getByLabel("Write on Mila's wall").click();
    await page.keyboard.type('Well built, @mi');
    await page.getByRole('option', { name: 'Mila' }).click();
    expect(await page.getByLabel("Write on Mila's wall").inputValue()).toBe('Well built, @Mila ');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: '@Mila' }).waitFor();
    expect(editorVisit.faults).toEqual([]);
  });
});
