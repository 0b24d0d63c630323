import type { Page, Route } from 'playwright-core';
import { getEmail, getPassword } from '../site/member.js';

export async function register(page: Page, username: string, { email = getEmail(username) } = {}): Promise<void> {
  await page.getByRole('tab', { name: 'Create account' }).click();
  const form = page.getByRole('tabpanel', { name: 'Create account' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill(getPassword(username));
  await form.getByLabel('Repeat password').fill(getPassword(username));
  await form.getByRole('button', { name: 'Create account' }).click();
}

export async function logIn(page: Page, username: string, password = getPassword(username)): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Log in' });
  await form.getByLabel('Email or username').fill(username);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Log in' }).click();
}

export async function openComposer(page: Page): Promise<void> {
  await page.getByLabel('Your reply').focus();
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
}

export async function writeReply(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your reply').fill(text);
  await page.keyboard.press('Control+Enter');
}

export function listReplies(page: Page): Promise<string[]> {
  return page
    .locator('li[data-order]')
    .evaluateAll((posts) => posts.map((post) => post.querySelector('p')?.innerText ?? ''));
}

export async function waitForReply(page: Page, text: string): Promise<void> {
  await page.locator('li[data-order]', { hasText: text }).waitFor();
}

export async function manageReply(page: Page, text: string, entry: 'Edit' | 'Delete'): Promise<void> {
  await page.locator('li[data-order]', { hasText: text }).getByRole('button', { name: 'Manage Reply' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

export async function manageThread(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage Thread' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/**
 * Intercepts the requests from a page that is already open. `Page.route` returns before Chromium's renderer intercepts
 * requests, so on a busy machine the next one would still reach the server.
 */
export async function interceptRequests(
  page: Page,
  pattern: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<void> {
  const probe = '/health?intercepted';
  let isIntercepted = false;
  await page.route(`**${probe}`, async (route) => {
    isIntercepted = true;
    await route.fulfill();
  });
  await page.route(pattern, handle);
  while (!isIntercepted) await page.evaluate((path) => fetch(path), probe);
}

/** Delays the calls so that the page's pending state is visible. */
export async function slowDown(page: Page, calls: string, delayMs: number): Promise<void> {
  await interceptRequests(page, calls, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
}

/** Returns the controls in the main content that are not tall enough to touch, except links within text. */
export function listLowControls(page: Page): Promise<string[]> {
  const controls = 'main :is(a, button, select, input, textarea, summary):not([aria-hidden=true]):visible';
  return page.locator(controls).evaluateAll((elements) => {
    const minHeight = 44;
    /** Part of the target may be a pseudo-element, which only hit testing finds. */
    const measureTarget = (target: Element) => {
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      // At a fractional coordinate, hit testing also finds what only the next row of pixels contains.
      const [x, y] = [left + width / 2, Math.floor(top + height / 2)];
      const scrollToEdge = (direction: 1 | -1) => {
        let pixels = 0;
        while (pixels < minHeight && target.contains(document.elementFromPoint(x, y + direction * pixels))) pixels++;
        return pixels;
      };
      // Both directions count the centre.
      return Math.max(height, scrollToEdge(1) + scrollToEdge(-1) - 1);
    };
    const isLow = (element: Element) => {
      if (element.matches('a') && getComputedStyle(element).display === 'inline') return false;
      const label = element.matches('[type=checkbox], [type=radio], [type=file]') && element.closest('label');
      return measureTarget(label || element) < minHeight;
    };
    return elements.filter(isLow).map((element) => element.outerHTML.slice(0, 160));
  });
}
