import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  findFreePort,
  startServerProcess,
  createTemporaryFolder,
  type ServerProcess,
} from '../processes/server-process.js';
import type { Person } from '../site/member.js';
import { buildLoggedInOptions, openBrowser, listOwnFaults, visit, type Visit } from './browser.js';

export class BrowserSite {
  browser!: Browser;
  server!: ServerProcess;
  visits: Visit[] = [];

  async open(path: string, as?: Person, options: BrowserContextOptions = {}): Promise<Page> {
    const newVisit = await visit(this.browser, this.server.url + path, {
      ...(as && buildLoggedInOptions(as)),
      ...options,
    });
    this.visits.push(newVisit);
    return newVisit.page;
  }

  async closeContexts(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }
}

interface BrowserSiteOptions {
  /** True if the server knows its public address and rejects other origins. */
  hasPublicUrl?: boolean;
  env?: Record<string, string>;
}

export function setUpBrowserSite({ hasPublicUrl = false, env: otherEnv = {} }: BrowserSiteOptions = {}): BrowserSite {
  const dataDir = createTemporaryFolder();
  const site = new BrowserSite();
  beforeAll(async () => {
    const port = await findFreePort();
    const env = { ...otherEnv, ...(hasPublicUrl && { PUBLIC_URL: `http://127.0.0.1:${port}` }) };
    site.server = await startServerProcess({ dataDir, port, env });
    site.browser = await openBrowser();
  });
  afterAll(async () => {
    await site.browser?.close();
    await site.server?.stop();
  });
  return site;
}

/** Fails a test if one of its `visits` reported an error. */
export function setUpCheckedBrowserSite(options: BrowserSiteOptions = {}): BrowserSite {
  const site = setUpBrowserSite(options);
  beforeEach(() => {
    site.visits = [];
    return async () => {
      const faults = site.visits.flatMap(listOwnFaults);
      await site.closeContexts();
      expect(faults).toEqual([]);
    };
  });
  return site;
}
