import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit, type Visit } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import {
  interceptRequests,
  listReplies,
  manageReply,
  manageThread,
  waitForReply,
  writeReply,
} from '../support/browser/pages.js';
import { readReplies } from '../support/processes/posting.js';
import { startServerProcess } from '../support/processes/server-process.js';

const firstReply = 'The first reply of all';

describe.runIf(hasBrowser('writing, changing and deleting in a browser'))('writing replies', () => {
  const site = setUpBrowserSite();
  let mila: Person;
  let bram: Person;
  let threadId: number;
  let writer: Visit;
  let guest: Visit;
  let page: Page;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
  });

  beforeEach(async () => {
    await site.closeContexts();
    threadId = await createThread(mila, `A thread for ${expect.getState().currentTestName?.slice(-40)}`);
    await reply(mila, threadId, firstReply);
    const address = `${site.server.url}/forums/thread/${threadId}`;
    writer = await visit(site.browser, address, buildLoggedInOptions(mila));
    guest = await visit(site.browser, address);
    page = writer.page;
    await Promise.all([waitForReply(page, firstReply), waitForReply(guest.page, firstReply)]);
    await page.getByLabel('Your reply').waitFor();
  });

  it('stores a reply while the server is down and sends it once the server is back', async () => {
    await site.server.kill();
    await writeReply(page, 'Into the dark');
    await page.getByText('Waiting for connection…').waitFor();
    expect(await page.getByText('Into the dark').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Waiting for connection…').waitFor();

    const { dataDir, port } = site.server;
    site.server = await startServerProcess({ dataDir, port });
    await Promise.all([waitForReply(page, 'Into the dark'), waitForReply(guest.page, 'Into the dark')]);
    await page.getByText('Waiting for connection…').waitFor({ state: 'detached' });
    expect(await listReplies(page)).toEqual([firstReply, 'Into the dark']);
    expect(await listReplies(guest.page)).toEqual([firstReply, 'Into the dark']);
    expect((await readReplies(mila, threadId)).map(({ content }) => content)).toEqual([firstReply, 'Into the dark']);
    expect(listOwnFaults(writer)).toEqual([]);
  });

  it('sends a pending reply only once after the page is reloaded', async () => {
    await interceptRequests(page, '**/api/forums/posts', (route) => route.abort());
    await writeReply(page, 'Kept through a reload');
    await page.getByText('Waiting for connection…').waitFor();
    await page.unroute('**/api/forums/posts');
    await page.reload();
    await Promise.all([waitForReply(page, 'Kept through a reload'), waitForReply(guest.page, 'Kept through a reload')]);
    expect((await readReplies(mila, threadId)).map(({ content }) => content)).toEqual([
      firstReply,
      'Kept through a reload',
    ]);
    await page.reload();
    await waitForReply(page, 'Kept through a reload');
    expect(await listReplies(page)).toEqual([firstReply, 'Kept through a reload']);
  });

  it('shows pending replies and their buttons above the composer on a phone', async () => {
    const phone = {
      viewport: { width: 390, height: 700 },
      isMobile: true,
      hasTouch: true,
      ...buildLoggedInOptions(mila),
    };
    for (const text of ['Two', 'Three', 'Four', 'Five']) await reply(bram, threadId, text);
    const { page: small } = await visit(site.browser, page.url(), phone);
    await interceptRequests(small, '**/api/forums/posts', (route) => route.abort());
    await writeReply(small, 'Written on a train');
    await small.getByText('Waiting for connection…').waitFor();
    // The button may be re-created once the live connection is established.
    const isUncovered = () => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry');
      if (!button) return false;
      const { left, bottom } = button.getBoundingClientRect();
      return document.elementFromPoint(left + 20, bottom - 2) === button;
    };
    await small.waitForFunction(isUncovered);
  });

  it('restores the draft after a reload, whether or not it was saved', async () => {
    const field = page.getByLabel('Your reply');
    await field.fill('Half a thought');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe('Half a thought');
    await field.fill('Half a thought, and more');
    await page.reload();
    expect(await field.inputValue()).toBe('Half a thought, and more');
    await writeReply(page, 'A whole thought');
    await waitForReply(page, 'A whole thought');
    await page.reload();
    await waitForReply(page, 'A whole thought');
    expect(await field.inputValue()).toBe('');
  });

  it('a guest sees an edit, a deletion, a lock and a new title as they happen', async () => {
    await manageReply(page, firstReply, 'Edit');
    await page.getByLabel('Content').fill('The first reply, said better');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForReply(guest.page, 'said better');
    await guest.page.getByText('edited').waitFor();

    await reply(bram, threadId, 'This one will go');
    await waitForReply(guest.page, 'This one will go');
    await manageReply(page, 'This one will go', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await guest.page.getByText('This one will go').waitFor({ state: 'detached' });
    expect(await listReplies(page)).toEqual(['The first reply, said better']);

    await manageThread(page, 'Lock');
    await guest.page.getByText('Locked', { exact: true }).waitFor();
    await manageThread(page, 'Pin');
    await guest.page.getByText('Pinned', { exact: true }).waitFor();
    await manageThread(page, 'Edit');
    await page.getByLabel('Title').fill('A title that says more');
    await page.getByRole('button', { name: 'Save' }).click();
    await guest.page.getByRole('heading', { name: 'A title that says more' }).waitFor();

    await manageThread(page, 'Delete');
    await page.getByRole('alertdialog', { name: 'Delete this thread?' }).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/forums');
    await guest.page.getByRole('heading', { name: 'This thread was deleted or moved.' }).waitFor();
    expect(writer.faults).toEqual([]);
    expect(listOwnFaults(guest)).toEqual([]);
  });

  it('shows the specified Dutch alerts if an edit or a deletion gets no response', async () => {
    const textPath = /\/api\/forums\/(posts|threads)\/\d+$/;
    await interceptRequests(page, textPath, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    const waitForAlert = (words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();

    await manageReply(page, firstReply, 'Edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitForAlert('Kon de reply niet bewerken.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await manageReply(page, firstReply, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await waitForAlert('Kon de reply niet verwijderen.');
    await page.keyboard.press('Escape');
    await manageThread(page, 'Lock');
    await waitForAlert('Kon de thread niet bewerken.');
    await manageThread(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await waitForAlert('Kon de thread niet verwijderen.');
    expect(await readReplies(mila, threadId)).toHaveLength(1);
    expect(listOwnFaults(writer)).toEqual([]);
  });
});
