import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';
import { interceptRequests, logIn } from '../support/browser/pages.js';
import { createRandom, seedOfRun } from '../support/random.js';
import {
  listRepliesInView,
  readMark,
  waitForReading,
  readTo,
  findFirstSeen,
  expectToStayAt,
} from '../support/browser/reading.js';

const total = 140;
/** The reply `linkFrom` contains a link to `linkTo`. */
const [linkFrom, linkTo] = [40, 110];
const sizes = [
  ['wide', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const;
type Size = (typeof sizes)[number][1];

describe.runIf(hasBrowser('the place in a long thread'))('scroll position in a long thread', () => {
  const site = setUpCheckedBrowserSite();
  const seed = seedOfRun();
  let mila: Person;
  let thread: number;
  let ids: number[];
  let orders: string[];
  let members = 0;

  beforeAll(async () => {
    console.log(`SEED=${seed}`);
    mila = await registerPerson(site.server, 'Mila');
    thread = await createThread(mila, 'A long one', createText(createRandom(seed + 1), 0));
    const random = createRandom(seed);
    ids = [];
    for (let n = 1; n < linkFrom; n++) ids.push(await reply(mila, thread, createText(random, n)));
    // The link is added afterwards because it requires the id of a later reply.
    const [from, to] = [await reply(mila, thread, 'To be linked'), 0];
    ids.push(from);
    for (let n = linkFrom + 1; n <= total; n++) ids.push(await reply(mila, thread, createText(random, n)));
    const link = `See [that reply](/forums/thread/${thread}#post-${ids[linkTo - 1] ?? to}).`;
    await mila.perform('PUT', `/forums/posts/${from}`, { content: link });
    orders = [];
    while (orders.length < total) {
      const after = orders.at(-1) ?? '';
      const { body } = await mila.call('GET', `/forums/posts/${thread}?limit=100&cursor=${after}`);
      orders.push(...(body as { order: string }[]).map(({ order }) => order));
    }
  }, 60_000);

  const registerReader = () => registerPerson(site.server, `Reader${++members}`);
  const formatAddress = () => `${site.server.url}/forums/thread/${thread}`;
  const getId = (number: number) => ids[number - 1] ?? NaN;
  const mark = (person: Person) => readMark(person, thread, orders);
  const setMark = (person: Person, number: number) =>
    person.perform('PUT', `/forums/threads/${thread}/read`, { order: orders[number - 1] });
  const open = async (viewport: Size, person?: Person, prepare?: () => void) => {
    const threadVisit = await visit(site.browser, 'about:blank', {
      viewport,
      ...(person && buildLoggedInOptions(person)),
    });
    site.visits.push(threadVisit);
    if (prepare) await threadVisit.page.addInitScript(prepare);
    await threadVisit.page.goto(formatAddress());
    await threadVisit.page.locator('li[data-order]').first().waitFor();
    await threadVisit.page.waitForLoadState('networkidle');
    return threadVisit.page;
  };
  /** Expects the reply at the reading line, below the header. */
  const buildReadingPlace = (number: number) => ({ id: getId(number), top: 16 });
  /** Only replies up to the last visible one may be marked as read. */
  const expectOnlySeenMarked = async (page: Page, person: Person, step: string) => {
    const last = ids.indexOf((await listRepliesInView(page)).at(-1) ?? NaN) + 1;
    expect(await mark(person), step).toBeLessThanOrEqual(last);
  };
  const waitForPosition = (page: Page, size: Size, words: string) =>
    size.width > 1000
      ? page.locator(`[role=slider][aria-valuetext*="${words}"]`).waitFor()
      : page.getByRole('button', { name: `${words}. Jump to…` }).waitFor();

  describe.each(sizes)('scroll position on a %s screen', (_name, size) => {
    it('starts at the top on the first visit, and later at the first unread reply', { timeout: 150_000 }, async () => {
      const person = await registerReader();
      const firstPage = await open(size, person);
      await waitForPosition(firstPage, size, 'First post');
      expect(await firstPage.evaluate(() => window.scrollY)).toBe(0);
      await firstPage.context().close();
      for (const read of [30, 67, 95, 132]) {
        await setMark(person, read);
        const page = await open(size, person);
        await page.getByText('New since your last visit').waitFor();
        await expect.poll(() => listRepliesInView(page)).toContain(getId(read + 1));
        if (read < 120) await expectToStayAt(page, buildReadingPlace(read + 1), `the first unread reply after ${read}`);
        if (read < 120) await waitForPosition(page, size, `${read + 1} of ${total}`);
        await expect.poll(() => page.url()).toBe(`${formatAddress()}#post-${getId(read + 1)}`);
        await expect.poll(() => mark(person)).toBeGreaterThan(read);
        await expectOnlySeenMarked(page, person, `after the jump to ${read + 1}`);
        expect(await listRepliesInView(page)).toContain(getId(read + 1));
        await page.context().close();
      }
    });

    it('jumps to a quoted reply without marking the skipped replies as read', { timeout: 60_000 }, async () => {
      const person = await registerReader();
      await setMark(person, total - 30);
      const page = await open(size, person);
      await expectToStayAt(page, buildReadingPlace(total - 29), 'the first unread reply');
      await expect.poll(() => mark(person)).toBeGreaterThan(total - 30);
      await waitForReading(page);
      await press(page.locator(`#post-${getId(total - 29)}`).getByRole('button', { name: 'Quote' }));
      await expect.poll(() => page.getByRole('textbox', { name: 'Your reply' }).inputValue()).toMatch(/^>/);
      await waitForReading(page);
      // The composer may shift the page by a few replies, which then become visible and count as read.
      await expectOnlySeenMarked(page, person, 'after the quote');
      expect(await mark(person), 'after the quote').toBeLessThan(total - 20);
    });

    it(
      'restores the scroll position after a reload, Back, Forward, a resync or a resize',
      { timeout: 90_000 },
      async () => {
        const person = await registerReader();
        const page = await open(size, person);
        await page.mouse.move(size.width / 2, size.height / 2);
        await readTo(page, ids, 65);
        await page.mouse.wheel(0, 33);
        await expect.poll(() => mark(person), { message: 'what was read on the way' }).toBeGreaterThan(63);
        const firstReply = await findFirstSeen(page);
        const readMark = await mark(person);
        await page.reload();
        await expectToStayAt(page, firstReply, 'reload');
        await press(page.getByRole('banner').getByRole('link', { name: 'Guildhall', exact: true }));
        await page.waitForURL(`${site.server.url}/`);
        await page.goBack();
        await expectToStayAt(page, firstReply, 'Back');
        await page.goForward();
        await page.waitForURL(`${site.server.url}/`);
        await page.goto(`${site.server.url}/rules`);
        await page.goBack();
        await page.waitForURL(`${site.server.url}/`);
        await page.goBack();
        await expectToStayAt(page, firstReply, 'Back from another document');
        const repeatedRequest = page.waitForResponse((response) =>
          response.url().includes(`/api/forums/posts/${thread}`),
        );
        await mila.perform('POST', '/forums/sections', buildSection());
        await repeatedRequest;
        await expectToStayAt(page, firstReply, 'a resync');
        await page.setViewportSize({ ...size, width: size.width - 60 });
        await expectToStayAt(page, firstReply, 'a narrower window');
        await page.setViewportSize(size);
        await expectToStayAt(page, firstReply, 'the old width');
        await waitForReading(page);
        await expectOnlySeenMarked(page, person, 'after all that');
        expect(await mark(person)).toBeGreaterThanOrEqual(readMark);
      },
    );

    it('a link to a reply opens the thread there, and skipped replies remain unread', { timeout: 60_000 }, async () => {
      const person = await registerReader();
      await setMark(person, 20);
      const page = await open(size, person);
      await expectToStayAt(page, buildReadingPlace(21), 'the first unread reply');
      await page.mouse.move(size.width / 2, size.height / 2);
      await readTo(page, ids, linkFrom - 1);
      await expect.poll(() => mark(person)).toBeGreaterThan(linkFrom - 3);
      await waitForReading(page);
      const firstSeenBefore = await findFirstSeen(page);
      const readMark = await mark(person);
      await press(page.getByRole('link', { name: 'that reply' }));
      await expectToStayAt(page, buildReadingPlace(linkTo), 'the linked reply');
      await waitForReading(page);
      expect(await mark(person), 'after the link').toBe(readMark);
      await page.reload();
      await expectToStayAt(page, buildReadingPlace(linkTo), 'reload at the linked reply');
      await waitForReading(page);
      expect(await mark(person), 'after the reload').toBe(readMark);
      await page.goBack();
      await expectToStayAt(page, firstSeenBefore, 'Back from the link');

      await page.goForward();
      await expectToStayAt(page, buildReadingPlace(linkTo), 'Forward to the link');
    });

    it('shows a message if the thread is deleted, and the same position if it is restored', async () => {
      const page = await open(size);
      await page.mouse.move(size.width / 2, size.height / 2);
      await readTo(page, ids, 30);
      const firstReply = await findFirstSeen(page);
      await mila.perform('DELETE', `/forums/threads/${thread}`);
      const goneHeading = page.getByRole('heading', { name: 'This thread was deleted or moved.' });
      await goneHeading.waitFor();
      await expect.poll(async () => (await goneHeading.boundingBox())?.y).toBeGreaterThan(60);
      expect((await goneHeading.boundingBox())?.y).toBeLessThan(size.height);
      await mila.perform('POST', `/forums/threads/${thread}/restore`);
      await expectToStayAt(page, firstReply, 'the thread is restored');
    });

    it('reloads a failed page automatically when the network is back', async () => {
      const page = await open(size);
      await page.goto(`${site.server.url}/forums/community`);
      await page.getByLabel('Sort by').waitFor(); // Until the page has rendered, the link would load a new document.
      await interceptRequests(page, '**/api/forums/posts/**', (route) => route.abort());
      await press(page.getByRole('link', { name: 'A long one' }));
      await page.getByRole('alert').filter({ hasText: 'This could not be loaded.' }).waitFor();
      await page.unroute('**/api/forums/posts/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.locator('li[data-order]').first().waitFor();
      await page.context().setOffline(true);
      await press(page.getByRole('contentinfo').getByRole('link', { name: 'Server Rules' }));
      await page.getByRole('heading', { name: 'You are offline.' }).waitFor();
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: 'Server Rules' }).waitFor();
    });

    it('restores the scroll position after a login', { timeout: 60_000 }, async () => {
      const person = await registerReader();
      const page = await open(size);
      await page.mouse.move(size.width / 2, size.height / 2);
      await readTo(page, ids, 50);
      const firstReply = await findFirstSeen(page);
      await press(page.getByRole('banner').getByRole('link', { name: 'Login' }));
      await logIn(page, person.me?.username ?? '');
      await page.waitForURL('**/forums/thread/**');
      await page.getByRole('button', { name: `Account: ${person.me?.username}` }).waitFor();
      await expectToStayAt(page, firstReply, 'a login');
    });
  });

  it(
    'the checks detect a lost position and skipped replies that were marked as read',
    { timeout: 60_000 },
    async () => {
      const person = await registerReader();
      const size = sizes[0][1];
      const page = await open(size, person, forgetPlaces);
      await interceptRequests(page, `**/threads/${thread}/read`, (route) =>
        route.continue({ postData: { order: orders[total - 1] } }),
      );
      await page.mouse.move(size.width / 2, size.height / 2);
      await readTo(page, ids, 30);
      await expect.poll(() => mark(person)).toBe(total);
      await expect(expectOnlySeenMarked(page, person, 'planted')).rejects.toThrow('planted');
      const firstReply = await findFirstSeen(page);
      await page.reload();
      await page.locator('li[data-order]').first().waitFor();
      await expect(expectToStayAt(page, firstReply, 'planted')).rejects.toThrow('planted');
    },
  );
});

/** Clicks in a script because the page would mistake Playwright's automatic scrolling for the reader's. */
function press(link: Locator): Promise<void> {
  return link.evaluate((element) => (element as HTMLElement).click());
}

function createText(random: () => number, number: number): string {
  const buildSentence = () => words.slice(0, 3 + Math.floor(random() * (words.length - 3))).join(' ');
  const kind = random();
  if (kind < 0.25) return `Reply ${number}.`;
  if (kind < 0.75)
    return [`Reply ${number}.`, ...Array.from({ length: 1 + Math.floor(random() * 6) }, buildSentence)].join('\n\n');
  if (kind < 0.9)
    return [
      `Reply ${number}:`,
      '',
      ...Array.from({ length: 2 + Math.floor(random() * 9) }, (_, n) => `- ${n} ${buildSentence()}`),
    ].join('\n');
  return `Reply ${number}:\n\n\`\`\`\n${Array.from({ length: 1 + Math.floor(random() * 40) }, buildSentence).join('\n')}\n\`\`\``;
}

const words =
  'the harbour wall needs a lantern at each corner so that boats find their way home in the long dark'.split(' ');

function buildSection() {
  const name = `s${randomUUID().slice(0, 8)}`;
  return { name, display_name: name, description: 'About it', icon: 'star', allow_threads_direct: 1 };
}

/** Runs in the page before its own scripts. */
function forgetPlaces(): void {
  const replace = history.replaceState.bind(history);
  history.replaceState = (state: object | null) => replace({ ...state, place: null }, '');
}
