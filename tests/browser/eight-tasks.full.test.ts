import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, visit } from '../support/browser/browser.js';
import { desk, phone, createUser, type CountingUser, type Device } from '../support/browser/counting-user.js';
import {
  answerWithQuote,
  continueLongThread,
  findReply,
  readAllNews,
  reportReply,
} from '../support/browser/member-tasks.js';
import { changeAccent, handleReport, lockThreads, setUpSite } from '../support/browser/staff-tasks.js';
import { findFreePort, startServerProcess, createTemporaryFolder } from '../support/processes/server-process.js';
import { startLivelyCommunity, type LivelyCommunity } from '../support/site/lively-community.js';
import type { Person } from '../support/site/member.js';

const maxSteps = {
  'find what is new and read it all': { desk: 20, phone: 21 },
  'continue a long thread': { desk: 2, phone: 2 },
  'answer with a quote': { desk: 4, phone: 4 },
  'find a reply from last week': { desk: 3, phone: 3 },
  'report a post and handle the report': { desk: 10, phone: 11 },
  // The section's rules leave less space, so the moderation tools wrap onto a second line.
  'lock five threads': { desk: 9, phone: 12 },
  'change the accent': { desk: 8, phone: 9 },
  // These steps include the warning about the missing mail server.
  'set up a new site': { desk: 24, phone: 26 },
};

const toLock = [
  'The best seed that you ever found',
  'Trading: saddles for name tags',
  'A railway around the whole world',
  'Your first house, then and now',
  'Looking for two for a desert town',
];
const accents = { desk: '#33c1ff', phone: '#7ddc6a' };

describe.runIf(hasBrowser('eight tasks on a desk and on a phone'))('new user tasks', () => {
  const folder = createTemporaryFolder();
  let browser: Browser;
  let community: LivelyCommunity;
  let users: CountingUser[] = [];

  beforeAll(async () => {
    community = await startLivelyCommunity(folder);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await community?.server.stop();
  });

  async function open(device: Device, path: string, as?: Person, url = community.server.url): Promise<CountingUser> {
    const user = await createUser(browser, url + path, device, as);
    users.push(user);
    return user;
  }

  async function countSteps(task: keyof typeof maxSteps, device: Device, run: () => Promise<void>): Promise<void> {
    users = [];
    try {
      await run();
    } finally {
      for (const { page } of users) await page.context().close();
    }
    const steps = users.flatMap((user) => user.steps);
    console.log(`${task}, on a ${device.name}: ${steps.length} steps`);
    expect(steps.length, steps.join(', ')).toBeLessThanOrEqual(maxSteps[task][device.name]);
  }

  const getThread = async (title: string) =>
    (await community.admin.call('GET', `/forums/threads/${community.ids.get(title)}`)).body as ThreadRow;

  describe.each([desk, phone])('tasks on a $name', (device) => {
    it('a member can find and read everything that is new to them', async () => {
      const reader = community.readers[device.name];
      await countSteps('find what is new and read it all', device, async () => {
        await readAllNews(await open(device, '/', reader), community);
      });
      const places = (await reader.call('GET', '/forums/read/places')).body as { unread: number }[];
      expect(places.filter(({ unread }) => unread > 0)).toEqual([]);
    });

    it('a member can continue reading a long thread', async () => {
      await countSteps('continue a long thread', device, async () => {
        await continueLongThread(await open(device, '/', community.stoppers[device.name]));
      });
    });

    it('a member can reply with a quote', async () => {
      await countSteps('answer with a quote', device, async () => {
        const user = await open(device, '/', community.readers[device.name]);
        await answerWithQuote(user, `A cake, from the ${device.name}.`);
      });
    });

    it('a member can find a reply from last week', async () => {
      await countSteps('find a reply from last week', device, async () => {
        await findReply(await open(device, '/', community.readers[device.name]));
      });
    });

    it('a member can report a post, and a moderator can handle the report', async () => {
      const id = community.ids.get(community.advertised[device.name]);
      const threadBefore = await getThread(community.advertised[device.name]);
      await countSteps('report a post and handle the report', device, async () => {
        await reportReply(await open(device, `/forums/thread/${id}`, community.readers[device.name]));
        await handleReport(await open(device, '/', community.admin));
      });
      const { reply_count } = await getThread(community.advertised[device.name]);
      expect(reply_count).toBe(threadBefore.reply_count - 1);
      const reports = (await community.admin.call('GET', '/admin/reports?status=open')).body;
      expect(reports).toEqual([]);
    });

    it('a moderator can lock five threads', async () => {
      await countSteps('lock five threads', device, async () => {
        await lockThreads(await open(device, '/', community.admin), toLock);
      });
      const rows = await Promise.all(toLock.map(getThread));
      expect(rows.filter(({ locked }) => !locked)).toEqual([]);
      for (const { id, title, content } of rows) {
        await community.admin.perform('PUT', `/forums/threads/${id}`, { title, content, locked: false });
      }
    });

    it('an Admin can change the accent, and open pages then use it', async () => {
      const guest = await visit(browser, community.server.url);
      const readColour = (name: string) =>
        guest.page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name);
      const [accent, link] = [await readColour('--color-accent'), await readColour('--color-link')];
      await countSteps('change the accent', device, async () => {
        await changeAccent(await open(device, '/', community.admin), accents[device.name], `Made on a ${device.name}`);
      });
      await expect.poll(() => readColour('--color-accent')).not.toBe(accent);
      expect(await readColour('--color-accent')).toBe(accents[device.name]);
      expect(await readColour('--color-link'), 'links change with the accent').not.toBe(link);
      await guest.page.context().close();
      await community.admin.perform('POST', '/forums/themes/reset', {});
    });

    it('an Admin can set up a new site', async () => {
      const dataDir = createTemporaryFolder();
      // The email's link points to the host where the person registered.
      const port = await findFreePort();
      const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
      const server = await startServerProcess({ dataDir, port, env });
      try {
        await countSteps('set up a new site', device, async () => {
          await setUpSite(await open(device, '/', undefined, server.url), server);
        });
        const site = (await (await fetch(`${server.url}/api/site`)).json()) as { name: string; server_address: string };
        expect(site).toMatchObject({ name: 'Harbour Town', server_address: 'play.harbour.example' });
      } finally {
        await server.stop();
      }
    });
  });
});
