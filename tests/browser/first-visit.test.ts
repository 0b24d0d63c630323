import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const maxFiles = 15;

interface LoadedFile {
  name: string;
  bytes: number;
}

describe.runIf(hasBrowser('the weight of a first visit'))('first visit to a thread', () => {
  const site = setUpBrowserSite({ hasPublicUrl: true });
  let member: Person;
  let address: string;

  beforeAll(async () => {
    const author = await registerPerson(site.server, 'Sanne');
    member = await registerPerson(site.server, 'Mila');
    const threadId = await createThread(author, 'What shall we build next?', 'A harbour, or a **lighthouse**?');
    for (let n = 1; n <= 25; n++) await reply(n % 2 === 0 ? member : author, threadId, `Idea ${n}`);
    address = `${site.server.url}/forums/thread/${threadId}`;
  });

  it.each([
    ['a guest', 135_000, () => ({})],
    ['a member', 165_000, () => buildLoggedInOptions(member)],
  ])('the first visit loads only a few bytes of scripts and styles for %s', async (who, maxBytes, options) => {
    const files = await listFilesOfVisit(options());
    const list = files.map(({ name, bytes }) => `${bytes} ${name}`).join('\n');
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`The first visit of ${who}: ${bytes} of ${maxBytes} bytes in ${files.length} files\n${list}`);
    expect(bytes, list).toBeLessThanOrEqual(maxBytes);
    expect(files.length, list).toBeLessThanOrEqual(maxFiles);
  });

  /** Sizes are measured on the wire, including headers. */
  async function listFilesOfVisit(options: BrowserContextOptions): Promise<LoadedFile[]> {
    const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const fileLoads: Promise<LoadedFile | null>[] = [];
    page.on('requestfinished', (request) => {
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      const { pathname } = new URL(request.url());
      const measure = async () => {
        const response = await request.response();
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        if (response?.fromServiceWorker()) return null;
        return { name: pathname, bytes: responseHeadersSize + responseBodySize };
      };
      fileLoads.push(measure());
    });
    // A fake clock reveals what a page loads later without user input.
    await page.clock.install();
    await page.goto(address);
    await page.locator('main [id^=post-]').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(60_000);
    await page.waitForLoadState('networkidle');
    const files = await Promise.all(fileLoads);
    await context.close();
    return files.filter((file) => file !== null);
  }
});
