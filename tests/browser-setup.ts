import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser, launchBrowserServer } from '../scripts/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null without a browser, or if no test needs one. */
    browserAddress: string | null;
  }
}

let sharedBrowser: Promise<BrowserServer> | undefined;
let users = 0;

/** All test files share one browser but use separate contexts. Vitest calls this once per project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executable = findBrowser();
  if (executable === null || !usesBrowser(project)) {
    project.provide('browserAddress', null);
    return () => Promise.resolve();
  }
  users++;
  sharedBrowser ??= launchBrowserServer(executable);
  project.provide('browserAddress', (await sharedBrowser).wsEndpoint());
  return async () => {
    if (--users > 0) return;
    await (await sharedBrowser)?.close();
  };
}

const usesBrowser = ({ name }: TestProject): boolean => ['processes', 'full', 'long'].includes(name);
