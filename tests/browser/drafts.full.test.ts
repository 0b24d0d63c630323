import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit, type Visit } from '../support/browser/browser.js';
import { manageReply, waitForReply } from '../support/browser/pages.js';
import { createRandom, seedOfRun } from '../support/random.js';
import { createThread, registerPerson, reply, type Person } from '../support/site/member.js';

const conflict = 'This draft is different in another tab:';
const sentNote = 'Sent from another tab.';
const firstReply = 'The first reply of all';

interface Kind {
  open: (page: Page) => Promise<Locator>;
  button: string;
  count: (text: string) => Promise<number>;
}

describe.runIf(hasBrowser('drafts in two tabs'))('draft open in two tabs', () => {
  const site = setUpBrowserSite();
  const seed = seedOfRun();
  let mila: Person;
  let bram: Person;
  let threadId = 0;
  let visits: Visit[] = [];

  beforeAll(async () => {
    [mila, bram] = [await registerPerson(site.server, 'Mila'), await registerPerson(site.server, 'Bram')];
    threadId = await createThread(mila, 'Two tabs');
    await reply(mila, threadId, firstReply);
  });
  afterEach(async () => {
    const faults = visits.flatMap(listOwnFaults);
    visits = [];
    await site.closeContexts();
    expect(faults).toEqual([]);
  });

  const go = async (page: Page, path: string, label: string) => {
    await page.goto(site.server.url + path);
    return page.getByLabel(label, { exact: true });
  };
  const readRows = async (path: string) => (await mila.call('GET', path)).body as Record<string, unknown>[];
  const isIn = (list: Record<string, unknown>[], text: string) =>
    list.filter((row) => JSON.stringify(row).includes(text)).length;

  const kinds: Record<string, Kind> = {
    reply: {
      open: (page) => go(page, `/forums/thread/${threadId}`, 'Your reply'),
      button: 'Reply',
      count: async (text) => isIn(await readRows(`/forums/posts/${threadId}`), text),
    },
    'new thread': {
      open: async (page) => {
        const content = await go(page, '/forums/news/new', 'Content');
        await page.getByLabel('Title', { exact: true }).fill('A title');
        return content;
      },
      button: 'Create thread',
      count: async (text) => {
        const news = (await readRows('/forums/sections')).find((section) => section['name'] === 'news');
        return isIn(await readRows(`/forums/threads?section_id=${Number(news?.['id'])}`), text);
      },
    },
    edit: {
      open: async (page) => {
        await go(page, `/forums/thread/${threadId}`, 'Your reply');
        await manageReply(page, firstReply, 'Edit');
        return page.getByLabel('Content', { exact: true });
      },
      button: 'Save',
      count: async (text) => isIn(await readRows(`/forums/posts/${threadId}`), text),
    },
    'wall post': {
      open: (page) => go(page, '/profile/Bram', "Write on Bram's wall"),
      button: 'Post',
      count: async (text) => {
        const { posts } = (await mila.call('GET', '/profile/Bram')).body as { posts: Record<string, unknown>[] };
        return isIn(posts, text);
      },
    },
    report: {
      open: (page) => go(page, '/report-a-bug', 'What went wrong?'),
      button: 'Send report',
      count: async (text) => isIn(await readRows('/reports/mine'), text),
    },
  };

  const changeRandomly = async (page: Page, random: () => number) => {
    for (let step = 0; step < 6; step += 1) {
      const action = Math.floor(random() * 3);
      if (action === 0) await page.getByLabel('Your reply').fill(`Half a thought ${step}`);
      else if (action === 1) await reply(bram, threadId, `Bram ${step} of ${seed}`);
      else await bram.perform('POST', '/profile/Mila/posts', { content: `Hello ${step}` });
    }
  };

  it.each(Object.entries(kinds))(
    'a draft open in two tabs is sent only once, and a conflict is shown: %s',
    async (name, { open, button, count }) => {
      console.info(`drafts in two tabs, ${name}: SEED=${seed}`);
      const random = createRandom(seed);
      const writer = await visit(site.browser, `${site.server.url}/rules`, buildLoggedInOptions(mila));
      const otherVisit = await visit(
        site.browser,
        `${site.server.url}/forums/thread/${threadId}`,
        buildLoggedInOptions(bram),
      );
      visits = [writer, otherVisit];
      const pages = [writer.page, await writer.page.context().newPage()] as const;
      const fields = [await open(pages[0]), await open(pages[1])] as const;
      const otherChanges = changeRandomly(otherVisit.page, random);

      const text = `The one text of ${name}`;
      await fields[0].fill(text);
      await pages[0].getByText('Draft saved').waitFor();
      await fields[1].fill(`Another text of ${name}`);
      await Promise.all(pages.map((page) => page.getByText(conflict).waitFor()));
      expect(await fields[0].inputValue()).toBe(text);
      await pages[1].getByRole('button', { name: 'Use the other' }).click();
      await Promise.all(pages.map((page) => page.getByText(conflict).waitFor({ state: 'detached' })));
      expect(await fields[1].inputValue()).toBe(text);

      const send = (page: Page) => page.getByRole('button', { name: button, exact: true }).last().click();
      if (random() < 0.5) await Promise.all(pages.map(send));
      else {
        await send(pages[0]);
        await pages[1].getByText(sentNote).waitFor();
        if (name !== 'edit') expect(await fields[1].inputValue()).not.toBe(text);
      }
      await expect.poll(() => count(text)).toBe(1);
      await otherChanges;
      if (name === 'reply') await Promise.all(pages.map((page) => waitForReply(page, text)));
      expect(await count(text)).toBe(1);
    },
  );
});
