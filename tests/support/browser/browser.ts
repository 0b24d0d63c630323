import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';
import { notRun } from '../../not-run.js';
import type { Person } from '../site/member.js';

const executable = findBrowser();

const timeoutMs = 20_000;

/** Returns whether a browser is available for the tests named `tests`. Reports it if not, and fails in CI. */
export function hasBrowser(tests: string): boolean {
  if (executable !== null) return true;
  const reason = `${tests}: no Chromium or Chrome was found; CHROMIUM may name its file`;
  if (process.env.CI === 'true') throw new Error(reason);
  notRun(reason);
  return false;
}

/** Connects to the browser that all tests share. Closing the connection closes the contexts created through it. */
export function openBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === null) throw new Error('There is no browser: ask hasBrowser first.');
  return chromium.connect(address);
}

/** A page of a separate visitor, and its errors. */
export interface Visit {
  page: Page;
  /** Errors and warnings of the console, uncaught errors, and violations of the content security policy. */
  faults: string[];
}

/** A visit that records every text and every path that the page shows. */
export interface WatchedVisit extends Visit {
  /** Waits until the page shows the text, and returns when it first did, in milliseconds of the page's clock. */
  momentOf: (words: string) => Promise<number>;
  /** Waits until the page has the path, and returns when it first did, by the same clock. */
  arrivalAt: (path: string) => Promise<number>;
  /** Reloads the page and clears the record. */
  reload: () => Promise<void>;
}

interface Seen {
  texts: [number, string][];
  paths: [number, string][];
}

/** Opens the address in a fresh browser context. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const its = await newVisit(browser, options);
  await its.page.goto(address);
  return its;
}

/** Like `visit`, with the record. It reads the page's whole text at every change, so only tests that need it use it. */
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

/** Resolves when the client has replaced the server-rendered text, which shows the same words. */
export function screenDrawn(page: Page): Promise<void> {
  return page.locator('#root > .first').waitFor({ state: 'detached' });
}

/** Returns the options for a visit by a logged-in member. */
export function loggedInAs({ cookie, url }: Person): BrowserContextOptions {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname: domain } = new URL(url);
  const kept = { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const };
  return { storageState: { cookies: [kept], origins: [] } };
}

/** Excludes errors that the browser itself reports for failed requests. */
export function ownFaults({ faults }: Visit): string[] {
  return faults.filter((line) => !/Failed to load resource|WebSocket connection to/.test(line));
}

/** Runs in the page before its own code. */
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
  const { seen } = window as unknown as { seen: Seen }; // set by watchTexts
  Object.assign(seen, { texts: [], paths: [] });
}

/** Runs in the page. */
function firstSeen({ kind, wanted }: { kind: keyof Seen; wanted: string }): number | null {
  const { seen } = window as unknown as { seen: Seen }; // set by watchTexts
  const found = seen[kind].find(([, what]) => (kind === 'texts' ? what.includes(wanted) : what === wanted));
  return found ? found[0] : null;
}
