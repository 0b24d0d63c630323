import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpCheckedBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, visit } from '../support/browser/browser.js';
import { manageReply, waitForReply } from '../support/browser/pages.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const sizes = [
  ['wide', { width: 1280, height: 860 }],
  ['phone', { width: 390, height: 844 }],
] as const;
type Size = (typeof sizes)[number][1];

/** Allows for rounding errors. */
const maxDriftPixels = 1;

describe.runIf(hasBrowser('what moves in a thread'))('scrolling in a thread', () => {
  const site = setUpCheckedBrowserSite();
  let mila: Person;
  let bram: Person;

  beforeAll(async () => {
    mila = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
  });

  const open = async (viewport: Size, count: number) => {
    const thread = await createThread(mila, 'To be watched');
    for (let n = 1; n <= count; n++) await reply(bram, thread, `Reply ${n}.`);
    const touch = viewport.width < 640 ? { hasTouch: true, isMobile: true } : {};
    const threadVisit = await visit(site.browser, `${site.server.url}/forums/thread/${thread}`, {
      viewport,
      ...touch,
      ...buildLoggedInOptions(bram),
    });
    site.visits.push(threadVisit);
    await waitForReply(threadVisit.page, 'Reply 1.');
    await threadVisit.page.getByRole('textbox', { name: 'Your reply' }).waitFor();
    await threadVisit.page.waitForLoadState('networkidle');
    return { page: threadVisit.page, thread };
  };
  const scrollToEnd = async (page: Page) => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  /** Scrolls until the last reply is just above the window's end or the docked composer. */
  const scrollToLastReply = async (page: Page) => {
    await page.evaluate(() => document.getElementById('thread-end')?.scrollIntoView({ block: 'end' }));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  const post = (page: Page, text: string) => page.locator('li[data-order]', { hasText: text });

  describe.each(sizes)('scrolling on a %s screen', (_name, size) => {
    it('editing and saving a reply near the end does not move the page', async () => {
      const { page } = await open(size, 12);
      await scrollToEnd(page);
      const edited = post(page, 'Reply 11.');
      await edited.scrollIntoViewIfNeeded();
      const id = await edited.getAttribute('id');
      const editedPost = page.locator(`#${id}`);
      const topBefore = await measureTop(editedPost);
      await manageReply(page, 'Reply 11.', 'Edit');
      const field = editedPost.getByRole('textbox', { name: 'Content' });
      await field.waitFor();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => isWholeInView(field), { message: 'the form has opened' }).toBe(true);
      const topAfterOpening = await measureTop(editedPost);
      // On a phone, the page may move to make room for the composer.
      if (size.width > 640)
        expect(Math.abs(topAfterOpening - topBefore), 'after the form opened').toBeLessThanOrEqual(maxDriftPixels);
      expect(topAfterOpening, 'whose post it is').toBeGreaterThan(0);
      await field.fill(Array.from({ length: 8 }, (_, n) => `Line ${n}.`).join('\n\n'));
      await expect.poll(() => isInView(field), { message: 'while the edit is typed' }).toBe(true);
      await field.fill('Reply eleven.');
      await page.keyboard.press('Control+Enter');
      await field.waitFor({ state: 'detached' });
      await editedPost.getByText('Reply eleven.').waitFor();
      const savedText = editedPost.getByText('Reply eleven.');
      await expect.poll(() => isWholeInView(savedText), { message: 'after the edit is saved' }).toBe(true);
    });

    it('scrolls along with a reader who scrolls far while the page grows', async () => {
      const { page } = await open(size, 30);
      const drift = await page.evaluate(async () => {
        const target = Math.round(document.body.scrollHeight / 2);
        document.body.style.paddingBottom = '10px';
        scrollTo(0, target);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return Math.abs(scrollY - target);
      });
      expect(drift).toBeLessThanOrEqual(maxDriftPixels);
    });

    it.each([
      ['at the top', 3, () => Promise.resolve()],
      ['at the end', 12, scrollToLastReply],
    ])('the page does not move if others reply while the reader is %s', async (_where, count, go) => {
      const { page, thread } = await open(size, count);
      await go(page);
      const placesBefore = await measurePlaces(page);
      expect(Object.keys(placesBefore).length).toBeGreaterThan(5);
      await reply(mila, thread, 'From somewhere else');
      await reply(mila, thread, `A long one.\n\n${'Word '.repeat(300)}`);
      await post(page, 'A long one.').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: /^[12] new repl(y|ies)/ }).waitFor();
      const after = await measurePlaces(page);
      expect(Object.fromEntries(Object.keys(placesBefore).map((key) => [key, after[key]]))).toEqual(placesBefore);
      await page.getByRole('button', { name: /^[12] new repl(y|ies)/ }).click();
      await expect.poll(() => isInView(post(page, 'From somewhere else'))).toBe(true);
    });

    it("scrolls to the reader's own new reply, but not to those of others", async () => {
      const { page, thread } = await open(size, 12);
      await page.getByRole('textbox', { name: 'Your reply' }).fill('Mine.');
      await page.keyboard.press('Control+Enter');
      await waitForReply(page, 'Mine.');
      await expect.poll(() => isInView(post(page, 'Mine.'))).toBe(true);
      const composer = page.getByRole('textbox', { name: 'Your reply' });
      await composer.focus();
      const topBefore = await measureTop(composer);
      await reply(mila, thread, 'From somewhere else');
      await post(page, 'From somewhere else').waitFor({ state: 'attached' });
      expect(Math.abs((await measureTop(composer)) - topBefore), 'the form that is in use').toBeLessThanOrEqual(
        maxDriftPixels,
      );
    });
  });

  it('marking or unmarking a solution does not move the replies under the pointer', async () => {
    const section = { name: 'help', display_name: 'Help', description: '', icon: 'star', questions: 1 };
    const { id: section_id } = await mila.perform('POST', '/forums/sections', section);
    const fields = { section_id, title: 'A leak', content: 'How do I close it?' };
    const thread = Number((await mila.perform('POST', '/forums/threads', fields)).id);
    const id = await reply(bram, thread, 'With tar');
    const mark = (post_id: number | null) => mila.perform('PUT', `/forums/threads/${thread}/solution`, { post_id });
    const threadVisit = await visit(
      site.browser,
      `${site.server.url}/forums/thread/${thread}`,
      buildLoggedInOptions(bram),
    );
    site.visits.push(threadVisit);
    const { page } = threadVisit;
    const panel = page.getByRole('region', { name: 'Solution' });
    await post(page, 'With tar').hover();
    await page.waitForLoadState('networkidle');
    const topBefore = await measureTop(post(page, 'With tar'));
    await mark(id);
    await page.getByText('Solved', { exact: true }).waitFor();
    expect(await measureTop(post(page, 'With tar'))).toBe(topBefore);
    await page.getByRole('button', { name: /^1 update/ }).click();
    await panel.getByText('With tar').waitFor();
    await post(page, 'With tar').hover();
    const topBelow = await measureTop(post(page, 'With tar'));
    await mark(null);
    await panel.waitFor({ state: 'detached' });
    expect(await measureTop(post(page, 'With tar'))).toBe(topBelow);
  });

  it('nothing moves under the pointer when a page grows above it and changes below it', async () => {
    const { page } = await open(sizes[0][1], 1);
    await page.goto(`${site.server.url}/rules`);
    await page.getByRole('heading', { name: 'Server Rules' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const [above, button, below] = ['div', 'button', 'div'].map((name) => document.createElement(name));
      document.querySelector('main')?.append(above!, button!, below!);
      above!.id = 'above';
      below!.id = 'below';
      button!.textContent = 'Still';
      below!.style.height = '2000px';
    });
    const button = page.getByRole('button', { name: 'Still' });
    const setHeights = (above: number, below: number) =>
      page.evaluate(
        async (heights) => {
          for (const [id, height] of Object.entries(heights))
            document.getElementById(id)!.style.height = `${String(height)}px`;
          for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
        },
        { above, below },
      );
    await page.evaluate(() => scrollTo(0, 50));
    await button.hover();
    const topBefore = await measureTop(button);
    await setHeights(40, 1500);
    expect(await measureTop(button)).toBe(topBefore);
    // The browser scrolls up from the end of a page that becomes shorter, and back when it grows again.
    await setHeights(600, 400);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await setHeights(600, 340);
    await button.hover();
    const beforeGrowth = await measureTop(button);
    await setHeights(600, 400);
    expect(await measureTop(button)).toBe(beforeGrowth);
  });

  it('nothing moves under the pointer on a short page, or at the end of a page that becomes shorter', async () => {
    const { page } = await open(sizes[0][1], 1);
    await page.goto(`${site.server.url}/rules`);
    await page.getByRole('heading', { name: 'Server Rules' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const parts = '<div id="above"></div><button>Still</button><div id="below"></div>';
      document.querySelector('main')!.innerHTML = parts;
    });
    const button = page.getByRole('button', { name: 'Still' });
    const fill = (id: string, height: number) =>
      page.evaluate(
        async ([where, pixels]) => {
          const box = document.createElement('div');
          box.style.height = `${pixels}px`;
          document.getElementById(where)!.replaceChildren(box);
          for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
        },
        [id, height] as const,
      );
    const measurePageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    const shortHeight = await measurePageHeight();
    await button.hover();
    const topOnShortPage = await measureTop(button);
    await fill('above', 40);
    expect(await measureTop(button), 'the page grows within the window').toBe(topOnShortPage);
    await fill('above', 500);
    expect(await measureTop(button), 'the page grows by more than it could scroll').toBe(topOnShortPage);

    await fill('above', 1500);
    await fill('below', 200);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await button.hover();
    const topAtEnd = await measureTop(button);
    await fill('below', 0);
    expect(await measureTop(button), 'the page becomes shorter').toBe(topAtEnd);
    await page.evaluate(async () => {
      scrollBy(0, -50);
      for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
    });
    expect(await measureTop(button), 'the reader scrolls up').toBe(topAtEnd + 50);
    await fill('above', 0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(measurePageHeight).toBe(shortHeight);
  });

  it("a longer count does not move a section's name on a phone", async () => {
    const section = { name: 'quiet', display_name: 'Quiet', description: '', icon: 'star' };
    const { id: section_id } = await mila.perform('POST', '/forums/sections', section);
    const { page } = await open(sizes[1][1], 1);
    await page.goto(`${site.server.url}/forums`);
    const name = page.getByRole('link', { name: 'Quiet', exact: true });
    await name.waitFor();
    await page.waitForLoadState('networkidle');
    const topBefore = await measureTop(name);
    await mila.perform('POST', '/forums/threads', { section_id, title: 'The first', content: 'Is anyone here?' });
    await page.getByText('1 thread · 1 post · 1 unread thread').waitFor();
    expect(await measureTop(name)).toBe(topBefore);
  });

  it('a reader sees why a thread under the pointer is gone', async () => {
    const { page, thread } = await open(sizes[0][1], 30);
    await scrollToEnd(page);
    await page.mouse.move(5, 400);
    await mila.perform('DELETE', `/forums/threads/${thread}`);
    const heading = page.getByRole('heading', { name: 'This thread was deleted or moved.' });
    await heading.waitFor({ state: 'attached' });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await isWholeInView(heading)).toBe(true);
  });

  it('dragging the rail scrolls the thread and leaves the focus on the rail', async () => {
    const { page } = await open(sizes[0][1], 40);
    const rail = page.getByRole('slider', { name: 'Position' });
    const box = (await rail.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 5, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + box.height / 2, { steps: 5 });
    await rail.getByText('20 of 40').waitFor();
    await page.mouse.up();
    await expect.poll(() => isInView(post(page, 'Reply 20.'))).toBe(true);
    await page.keyboard.press('PageDown');
    await expect.poll(() => isInView(post(page, 'Reply 30.'))).toBe(true);
    expect(await rail.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('opens the thread at the reply whose number is in the URL', async () => {
    const { page, thread } = await open(sizes[1][1], 40);
    await page.goto(`${site.server.url}/rules`);
    await page.goto(`${site.server.url}/forums/thread/${thread}#33`);
    await expect.poll(() => isInView(post(page, 'Reply 33.'))).toBe(true);
    await page.getByRole('button', { name: '33 of 40. Jump to…' }).waitFor();
    expect(await post(page, 'Reply 33.').getByRole('link', { name: 'Reply 33' }).textContent()).toBe('#33');
  });
});

async function measureTop(locator: Locator): Promise<number> {
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}

function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 60 && top < window.innerHeight;
  });
}

function isWholeInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const dock = document.getElementById('thread-dock');
    const end = dock && getComputedStyle(dock).position === 'sticky' ? dock.getBoundingClientRect().top : innerHeight;
    return top >= 60 && bottom <= end;
  });
}

function measurePlaces(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('h1, li[data-order], li[data-order] :is(a, button, p), main button')];
    const postsInView = all.filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 60 && top < window.innerHeight && !element.closest('#thread-dock');
    });
    const place = (element: Element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return [left, top, width].map(Math.round).join(' ');
    };
    const formatName = (element: Element) => {
      const post = element.closest('li')?.id ?? '';
      const label = (element.getAttribute('aria-label') ?? element.textContent).replace(
        /^(Newest|\d+ new repl(y|ies))$/,
        'the newest',
      );
      return `${post} ${element.localName} ${label.replace(/ of \d+\. Jump/, '. Jump')}`;
    };
    return Object.fromEntries(postsInView.map((element) => [formatName(element), place(element)]));
  });
}
