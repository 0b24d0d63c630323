import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { waitForReply } from '../support/browser/pages.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const getBell = (page: Page, unread: number) =>
  page
    .getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} new`, exact: true })
    .waitFor();

describe.runIf(hasBrowser('reading on two devices'))('reading on two devices', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let bram: Person;
  let milaName = '';
  let bramName = '';
  let tests = 0;

  const open = async (path: string, person = bram) => {
    const openedVisit = await visit(site.browser, site.server.url + path, buildLoggedInOptions(person));
    site.visits.push(openedVisit);
    return openedVisit.page;
  };

  beforeEach(async () => {
    tests += 1;
    [milaName, bramName] = [`Mila${tests}`, `Bram${tests}`];
    [mila, bram] = [await registerPerson(site.server, milaName), await registerPerson(site.server, bramName)];
  });
  it('mentions that were read are marked as read on the other device', async () => {
    const thread = await createThread(mila, 'Long talk', `Ask @${bramName}.`);
    for (let n = 1; n <= 30; n++) await reply(mila, thread, `Reply ${n}.`);
    const mention = await reply(mila, thread, `@${bramName}, the last one`);
    const otherPage = await open('/notifications');
    await getBell(otherPage, 2);
    await open(`/forums/thread/${thread}#post-${mention}`);
    await getBell(otherPage, 1);
    const page = await open(`/forums/thread/${thread}`);
    await page.getByText('Ask @').waitFor();
    await getBell(otherPage, 0);
    expect(await otherPage.getByRole('link', { name: /mentioned you in “Long talk/ }).count()).toBe(1);
  });

  it('seeing a wall post marks it as read on the other device', async () => {
    const write = (content: string) => mila.perform('POST', `/profile/${bramName}/posts`, { content });
    const otherPage = await open('/members');
    await write('Nice wall!');
    await getBell(otherPage, 1);
    const page = await open(`/profile/${bramName}`);
    await page.getByText('Nice wall!').waitFor();
    await getBell(otherPage, 0);
    await write('And a fine gate.');
    await page.getByText('And a fine gate.').waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page
      .getByRole('link', { name: new RegExp(`^${milaName} wrote on your wall`) })
      .first()
      .waitFor();
    await getBell(page, 0);
    await getBell(otherPage, 0);
  });

  it("every page shows the same number of unread threads, excluding the member's own", async () => {
    await createThread(bram, 'Own thread');
    const thread = await createThread(mila, 'By another');
    await reply(mila, thread, 'Read me');
    const [home, forums, section] = [await open('/'), await open('/forums'), await open('/forums/community')];
    const expectCounts = async (count: number) => {
      const text = count === 1 ? '1 unread thread' : `${count} unread threads`;
      const getRow = (page: Page) => page.locator('div').filter({ hasText: 'Community' }).getByText(text).first();
      for (const page of [home, forums]) await getRow(page).waitFor();
      await section.waitForFunction((title) => document.title.startsWith(title), `(${count}) Community`);
    };
    await expectCounts(1); // Posts that are older than the account count as read.
    await createThread(mila, 'Arrives later');
    await expectCounts(2);
    await createThread(bram, 'Own, later');
    const page = await open(`/forums/thread/${thread}`);
    await waitForReply(page, 'Read me');
    await expectCounts(1);
    const ownItem = section.getByRole('listitem').filter({ hasText: 'Own, later' });
    await ownItem.waitFor();
    await expect.poll(() => ownItem.getByText(/^(unread|\d+ new)$/).count()).toBe(0);
  });
});
