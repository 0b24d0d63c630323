import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { waitForReply } from '../support/browser/pages.js';
import { createRandom, seedOfRun } from '../support/random.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const sizes = [
  ['wide', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const;
const replies = 30;
const rounds = 12;

describe.runIf(hasBrowser('the composer'))('writing in the middle of a long thread', () => {
  const site = setUpCheckedBrowserSite();
  const seed = seedOfRun();
  let mila: Person;
  let bram: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
  });
  const openAt = async (viewport: (typeof sizes)[number][1]) => {
    const thread = await createThread(mila, 'To be watched');
    const ids: number[] = [];
    for (let n = 1; n <= replies; n++) ids.push(await reply(mila, thread, `Reply ${n}. ${'Word '.repeat(40)}`));
    const open = async (as: Person) => {
      const openedVisit = await visit(site.browser, `${site.server.url}/forums/thread/${thread}#15`, {
        viewport,
        ...buildLoggedInOptions(as),
      });
      site.visits.push(openedVisit);
      await waitForReply(openedVisit.page, 'Reply 15.');
      return openedVisit.page;
    };
    const page = await open(bram);
    await findField(page).waitFor();
    await page.waitForLoadState('networkidle');
    return { page, thread, ids, open };
  };
  const readRows = async (thread: number) =>
    (await bram.call('GET', `/forums/posts/${thread}?limit=200`)).body as { content: string; reply_to: unknown }[];

  describe.each(sizes)('writing on a %s screen', (_name, size) => {
    it('Quote, Reply and R open the composer in place, and Escape closes it', async () => {
      const { page, thread, ids } = await openAt(size);
      const place = post(page, 'Reply 15.');
      const topBefore = await measureTop(place);
      const press = post(page, 'Reply 16.').getByRole('button', { name: 'Quote Mila' });
      await press.scrollIntoViewIfNeeded();
      const top = await measureTop(place);
      expect(Math.abs(top - topBefore)).toBeLessThan(400);
      await press.click();
      await expect.poll(() => findField(page).inputValue()).toContain('> Reply 16.');
      await page.keyboard.type('Yes');
      expect(await isInView(findField(page))).toBe(true);
      expect(Math.abs((await measureTop(place)) - top)).toBeLessThanOrEqual(1);
      await page.keyboard.press('Escape');
      expect(Math.abs((await measureTop(place)) - top)).toBeLessThanOrEqual(1);
      expect(await findField(page).evaluate((element) => element === document.activeElement)).toBe(false);
      const bar = page.getByRole('region', { name: 'Reply to this thread' });
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(66);
      await page.keyboard.press('r');
      expect(await findField(page).evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Escape');
      await post(page, 'Reply 16.').getByRole('button', { name: 'Reply to Mila' }).click();
      await bar.getByText('In reply to #16').waitFor();
      expect(Math.abs((await measureTop(place)) - top)).toBeLessThanOrEqual(1);
      await page.keyboard.press('Control+Enter');
      await expect.poll(async () => (await readRows(thread)).at(-1)?.reply_to).toMatchObject({ id: ids[15] });
    });

    it('shows the end of a sent reply above the open composer', async () => {
      const { page } = await openAt(size);
      await post(page, 'Reply 15.').getByRole('button', { name: 'Reply to Mila' }).click();
      await waitUntilInField(page);
      const text = `My answer. ${'A few words. '.repeat(30)}`;
      await page.keyboard.type(`${text}\n\nThe last line.`);
      await page.keyboard.press('Control+Enter');
      const sent = page.locator('li[data-order]', { hasText: 'My answer.' });
      await sent.waitFor();
      const getBottom = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom);
      const measureDockTop = () => page.locator('#thread-dock').evaluate((dock) => dock.getBoundingClientRect().top);
      await expect.poll(async () => (await getBottom(sent)) - (await measureDockTop())).toBeLessThanOrEqual(1);
      expect(await findField(page).evaluate((element) => element === document.activeElement)).toBe(true);
    });

    it('shows name, badges and a recent time of a byline in one line', async () => {
      const { page } = await openAt(size);
      const row = post(page, 'Reply 15.');
      for (const badge of ['Admin', 'Author']) await row.getByText(badge, { exact: true }).waitFor();
      const nameTop = await measureTop(row.getByRole('link', { name: 'Mila' }).first());
      expect(Math.abs((await measureTop(row.locator('time').first())) - nameTop)).toBeLessThan(20);
    });

    it('opening the same reply address again scrolls to the reply again', async () => {
      const { page } = await openAt(size);
      for (let n = 0; n < 3; n++) {
        await page.evaluate(() => (location.hash = '#20'));
        await expect.poll(() => isInView(post(page, 'Reply 20.'))).toBe(true);
        await page.evaluate(() => scrollTo(0, 0));
        await expect.poll(() => page.evaluate(() => location.hash)).not.toBe('#20');
      }
    });

    it('preserves scroll position and draft while others write, and sends the reply once', async () => {
      console.log(`SEED=${seed}`);
      const next = createRandom(seed);
      const { page, thread, ids, open } = await openAt(size);
      const otherPage = await open(mila);
      const place = post(page, 'Reply 15.');
      await post(page, 'Reply 15.').getByRole('button', { name: 'Reply to Mila' }).click();
      await waitUntilInField(page);
      const top = await measureTop(place);
      let draft = '';
      const mayGo = ids.filter((_, n) => n !== 14);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
      const setLocked = (locked: boolean) =>
        mila.call('PUT', `/forums/threads/${thread}`, { title: 'To be watched', content: 'What?', locked });
      const lockAndUnlock = () => setLocked(true).then(() => setLocked(false));
      const actions: (() => Promise<unknown>)[] = [
        () => reply(mila, thread, `Meanwhile ${next()}`),
        () => mila.call('DELETE', `/forums/posts/${mayGo.splice(Math.floor(next() * mayGo.length), 1)[0]}`, {}),
        () => mila.call('PUT', `/forums/posts/${pick(mayGo)}`, { content: `Edited. ${'Word '.repeat(next() * 99)}` }),
        () => mila.call('PUT', '/forums/reactions', { kind: 'post', id: pick(mayGo), emoji: 'wow' }),
        lockAndUnlock,
        async () => {
          await findField(otherPage).fill(`From the page ${next()}`);
          await otherPage.keyboard.press('Control+Enter');
        },
      ];
      // The first round locks and unlocks the thread because even an empty field must keep the focus.
      for (let n = 0; n < rounds; n++) {
        await (n === 0 ? lockAndUnlock : pick(actions))();
        draft += `part ${n} `;
        await page.keyboard.type(`part ${n} `);
        if (n === 6) {
          await page.keyboard.press('Escape');
          await page.keyboard.press('r');
          await waitUntilInField(page);
        }
        expect(Math.abs((await measureTop(place)) - top), `round ${n}`).toBeLessThanOrEqual(1);
      }
      const end = `Over ${next()}`;
      await reply(mila, thread, end);
      await post(page, end).waitFor({ state: 'attached' });
      expect(await findField(page).inputValue()).toBe(draft);
      expect(Math.abs((await measureTop(place)) - top)).toBeLessThanOrEqual(1);
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Control+Enter');
      const findSent = async () => (await readRows(thread)).filter(({ content }) => content === draft.trim());
      await expect.poll(async () => (await findSent()).length).toBe(1);
      expect((await findSent())[0]?.reply_to).toMatchObject({ id: ids[14] });
    });
  });
});

const findField = (page: Page): Locator => page.getByRole('textbox', { name: 'Your reply' });
/** Keys pressed earlier would not reach the field. */
const waitUntilInField = (page: Page) =>
  page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
const post = (page: Page, text: string): Locator => page.locator('li[data-order]', { hasText: text }).first();
const measureTop = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;
const isInView = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
