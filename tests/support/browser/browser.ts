import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findBrowser } from '../../../scripts/browser.mjs';
import { reportNotRun } from '../../not-run.js';
import type { Person } from '../site/member.js';

const executable = findBrowser();

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const timeoutMs = 20_000;

/** Reports a missing browser, and fails in CI. */
export function hasBrowser(tests: string): boolean {
  if (executable !== null) return true;
  const reason = `${tests}: no Chromium or Chrome was found; CHROMIUM may name its file`;
  if (process.env.CI === 'true') throw new Error(reason);
  reportNotRun(reason);
  return false;
}

/** Closing the connection closes the contexts created through it. */
export function openBrowser(): Promise<Browser> {
  const address = inject('browserAddress');
  if (address === null) throw new Error('There is no browser: call hasBrowser first.');
  return chromium.connect(address);
}

export interface Visit {
  page: Page;
  /** Console errors and warnings, uncaught errors, and content security policy violations. */
  faults: string[];
}

/** A visit that records everything the page displays, and every path it visits. */
export interface WatchedVisit extends Visit {
  /** In milliseconds on the page's clock. */
  findMomentOf: (words: string) => Promise<number>;
  findArrivalAt: (path: string) => Promise<number>;
  reload: () => Promise<void>;
}

interface SeenOnPage {
  texts: [number, string][];
  paths: [number, string][];
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const recordedVisit = await createVisit(browser, options);
  await recordedVisit.page.goto(address);
  return recordedVisit;
}

/** Reads the page's entire text at every change, so use it only in tests that need it. */
export async function visitAndWatch(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedVisit> {
  const { page, faults } = await createVisit(browser, options);
  await page.addInitScript(watchTexts);
  await page.goto(address);
  const findMoment = async (kind: keyof SeenOnPage, wanted: string) => {
    const handle = await page.waitForFunction(findFirstSeen, { kind, wanted });
    return (await handle.jsonValue()) as number;
  };
  return {
    page,
    faults,
    findMomentOf: (words) => findMoment('texts', words),
    findArrivalAt: (path) => findMoment('paths', path),
    reload: () => page.evaluate(forgetSeen),
  };
}

async function createVisit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  // `page.route` cannot intercept requests that a service worker handles.
  const defaults = { viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...defaults, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  return { page, faults };
}

/** Waits for the screen itself because the server-rendered text contains the same words. */
export function waitForScreen(page: Page): Promise<void> {
  return page.locator('#root > .first').waitFor({ state: 'detached' });
}

/** `stored` contains values for the site's storage in the browser. */
export function buildLoggedInOptions(
  { cookie, url }: Pick<Person, 'cookie' | 'url'>,
  stored: Record<string, string> = {},
): BrowserContextOptions {
  const [name = '', value = ''] = cookie.split('=');
  const { hostname: domain, origin } = new URL(url);
  const session = {
    name,
    value,
    domain,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  const localStorage = Object.entries(stored).map(([key, text]) => ({ name: key, value: text }));
  return { storageState: { cookies: [session], origins: [{ origin, localStorage }] } };
}

/** The browser itself reports errors for failed requests. */
export function listOwnFaults({ faults }: Visit): string[] {
  return faults.filter((line) => !/Failed to load resource|WebSocket connection to/.test(line));
}

function watchTexts(): void {
  const seenOnPage: SeenOnPage = { texts: [], paths: [] };
  const recordPage = () => {
    const text = document.body?.innerText ?? '';
    if (seenOnPage.texts.at(-1)?.[1] !== text) seenOnPage.texts.push([performance.now(), text]);
    if (seenOnPage.paths.at(-1)?.[1] !== location.pathname)
      seenOnPage.paths.push([performance.now(), location.pathname]);
  };
  Object.assign(window, { seen: seenOnPage });
  new MutationObserver(recordPage).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener('DOMContentLoaded', recordPage);
  addEventListener('popstate', recordPage);
}

function forgetSeen(): void {
  const { seen } = window as unknown as { seen: SeenOnPage };
  Object.assign(seen, { texts: [], paths: [] });
}

function findFirstSeen({ kind, wanted }: { kind: keyof SeenOnPage; wanted: string }): number | null {
  const { seen } = window as unknown as { seen: SeenOnPage };
  const entry = seen[kind].find(([, value]) => (kind === 'texts' ? value.includes(wanted) : value === wanted));
  return entry ? entry[0] : null;
}
