import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../site/member.js';

/** `top` is the distance between the header and the reply's top edge, in pixels. */
export interface SeenPost {
  id: number;
  top: number;
}

const maxDriftPixels = 20;

export function findFirstSeen(page: Page): Promise<SeenPost> {
  return page.evaluate(() => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const posts = [...document.querySelectorAll('li[data-order]')];
    const firstPost = posts.find((post) => post.getBoundingClientRect().bottom > header + 24);
    return {
      id: Number(firstPost?.id.replace('post-', '')),
      top: (firstPost?.getBoundingClientRect().top ?? NaN) - header,
    };
  });
}

export function listRepliesInView(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    const posts = [...document.querySelectorAll('li[data-order]')].filter((post) => {
      const { top, bottom } = post.getBoundingClientRect();
      return bottom > header && top < window.innerHeight;
    });
    return posts.map((post) => Number(post.id.replace('post-', '')));
  });
}

/** In pixels. NaN if the reply is not on the page. */
async function measureDistance(page: Page, { id, top }: SeenPost): Promise<number> {
  const now = await page.evaluate((postId) => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return (document.getElementById(`post-${postId}`)?.getBoundingClientRect().top ?? NaN) - header;
  }, id);
  return Math.abs(now - top);
}

/** Also compares the reply's position once all requests have finished. */
export async function expectToStayAt(page: Page, seen: SeenPost, step: string): Promise<void> {
  await expect.poll(() => measureDistance(page, seen), { message: step }).toBeLessThan(maxDriftPixels);
  await page.waitForLoadState('networkidle');
  expect(await measureDistance(page, seen), `${step}, after all requests have finished`).toBeLessThan(maxDriftPixels);
}

export async function waitForReading(page: Page): Promise<void> {
  // A page that has marked nothing by this time never will.
  const end = 1_800 + (await page.evaluate(() => performance.now()));
  await page.waitForFunction((until) => performance.now() > until, end);
}

export async function readTo(page: Page, ids: readonly number[], number: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const at = ids.indexOf((await findFirstSeen(page)).id) + 1;
    if (at >= number) return;
    await page.mouse.wheel(0, Math.min(600, 150 * (number - at)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  throw new Error(`Reply ${number} did not come into view`);
}

/** Returns 0 if the member has read no reply. */
export async function readMark(member: Person, thread: number, orders: readonly string[]): Promise<number> {
  const [mark] = (await member.call('GET', `/forums/read?threads=${thread}`)).body as { order: string | null }[];
  return mark?.order ? orders.indexOf(mark.order) + 1 : 0;
}
