import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';
import { notRun } from '../../not-run.js';
import type { Person } from '../site/member.js';

const executable = findBrowser();

const timeoutMs = 20_000; // ms for what must appear

/** Whether a browser is available for the tests named `tests`. Without one it reports that, and fails in CI. */
export function hasBrowser(tests: string): boolean {
  if (executable !== null) return true;
  const reason = `${tests}: no Chromium or Chrome was found; CHROMIUM may name its file`;
  if (process.env.CI === 'true') throw new Error(reason);
  notRun(reason);
  return false;
}

/** A connection to the browser that all tests share. Closing it closes the contexts that were made through it. */
export function openBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === null) throw new Error('There is no browser: ask hasBrowser first.');
  return chromium.connect(address);
}

/** A page of a separate visitor, and its errors. */
export interface Visit {
  page: Page;
  /** Errors and warnings of the console, uncaught errors, refusals of the content security policy. */
  faults: string[];
}

/** A visit that records every text that the page shows and every path that it takes. */
export interface WatchedVisit extends Visit {
  /** When the page first showed the text, in milliseconds of its own clock; waits for it. */
  momentOf: (words: string) => Promise<number>;
  /** When the page first had a path, by the same clock; waits for it. */
  arrivalAt: (path: string) => Promise<number>;
  /** Forgets what was recorded so far. */
  reload: () => Promise<void>;
}

interface Seen {
  texts: [number, string][];
  paths: [number, string][];
}

/** Opens a page with a fresh cookie jar at the address. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const its = await newVisit(browser, options);
  await its.page.goto(address);
  return its;
}

/** As `visit`, with the record. It reads the page's whole text at every change: only for tests that use it. */
export async function watchedVisit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedVisit> {
  const { page, faults } = await newVisit(browser, options);
  await page.addInitScript(watchTexts);
  await page.goto(address);
  const moment = async (kind: keyof Seen, wanted: string) => {
    const found = await page.waitForFunction(firstSeen, { kind, wanted });
    return (await found.jsonValue()) as number;
  };
  return {
    page,
    faults,
    momentOf: (words) => moment('texts', words),
    arrivalAt: (path) => moment('paths', path),
    reload: () => page.evaluate(forgetSeen),
  };
}

async function newVisit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  return { page, faults };
}

/** Resolves when the screen has replaced the server's text, which shows the same words before. */
export function screenDrawn(page: Page): Promise<void> {
  return page.locator('#root > .first').waitFor({ state: 'detached' });
}

/** The options of a visit by a logged-in member. */
export function loggedInAs({ cookie, url }: Person): BrowserContextOptions {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname: domain } = new URL(url);
  const kept = { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  return { storageState: { cookies: [kept], origins: [] } };
}

/** The errors, without those that the browser itself reports for failed requests. */
export function ownFaults({ faults }: Visit): string[] {
  return faults.filter((line) => !/Failed to load resource|WebSocket connection to/.test(line));
}

/** Runs in the page, before its own code. */
function watchTexts(): void {
  const seen: Seen = { texts: [], paths: [] };
  const look = () => {
    const text = document.body?.innerText ?? '';
    if (seen.texts.at(-1)?.[1] !== text) seen.texts.push([performance.now(), text]);
    if (seen.paths.at(-1)?.[1] !== location.pathname) seen.paths.push([performance.now(), location.pathname]);
  };
  Object.assign(window, { seen });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener('DOMContentLoaded', look);
  addEventListener('popstate', look);
}

/** Runs in the page. */
function forgetSeen(): void {
  const { seen } = window as unknown as { seen: Seen }; // put there by watchTexts
  Object.assign(seen, { texts: [], paths: [] });
}

/** Runs in the page. */
function firstSeen({ kind, wanted }: { kind: keyof Seen; wanted: string }): number | null {
  const { seen } = window as unknown as { seen: Seen }; // put there by watchTexts
  const found = seen[kind].find(([, what]) => (kind === 'texts' ? what.includes(wanted) : what === wanted));
  return found ? found[0] : null;
}
