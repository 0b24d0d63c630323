import type { NotificationsResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpBrowserSite } from '../support/browser/browser-site.js';
import { hasBrowser, buildLoggedInOptions, listOwnFaults, visit } from '../support/browser/browser.js';
import { createThread, registerPerson, reply, findSectionId, type Person } from '../support/site/member.js';
import { waitUntil } from '../support/processes/network-site.js';
import { createRandom, seedOfRun } from '../support/random.js';

const threadCount = 8;
const actionCount = 12;

describe.runIf(hasBrowser('lists while others act'))('lists while other members are active', () => {
  const site = setUpBrowserSite();
  const seed = seedOfRun();
  const next = createRandom(seed);
  let admin: Person;
  let bram: Person;
  let cato: Person;
  let section: number;
  let threads: number[];
  let deletedIds: Set<number>;

  const pick = <T>(from: readonly T[]): T => {
    const pickedId = from[Math.floor(next() * from.length)];
    if (pickedId === undefined) throw new Error('There is nothing to pick from');
    return pickedId;
  };

  beforeAll(async () => {
    console.log(`SEED=${seed}`);
    admin = await registerPerson(site.server, 'Mila');
    bram = await registerPerson(site.server, 'Bram');
    cato = await registerPerson(site.server, 'Cato');
    section = await findSectionId(admin, 'community');
  });

  beforeEach(async () => {
    threads = [];
    deletedIds = new Set();
    for (let n = 0; n < threadCount; n++)
      threads.push(await createThread(cato, `Thread ${n}`, `For @Bram, number ${n}`));
  });

  const listExisting = () => threads.filter((id) => !deletedIds.has(id));
  const actions: Record<string, () => Promise<unknown>> = {
    async begin() {
      threads.push(await createThread(cato, `Thread ${threads.length}`, 'For @Bram'));
    },
    reply: () => reply(cato, pick(listExisting()), 'An answer for @Bram'),
    async delete() {
      const id = pick(listExisting());
      await admin.call('DELETE', `/forums/threads/${id}`);
      deletedIds.add(id);
    },
    async deleteFocused() {
      const [, , , id] = threads;
      if (id === undefined || deletedIds.has(id)) return;
      await admin.call('DELETE', `/forums/threads/${id}`);
      deletedIds.add(id);
    },
    async restore() {
      const [id] = deletedIds;
      if (id === undefined) return;
      await admin.call('POST', `/forums/threads/${id}/restore`, {});
      deletedIds.delete(id);
    },
    async deleteReply() {
      const id = await reply(cato, pick(listExisting()), 'Not for long, @Bram');
      await admin.call('DELETE', `/forums/posts/${id}`);
      if (next() < 0.5) await admin.call('POST', `/forums/posts/${id}/restore`, {});
    },
    pin: () =>
      admin.call('PUT', `/forums/threads/${pick(listExisting())}`, { title: 'Pinned', content: 'Up', sticky: true }),
  };

  const getRows = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-rows] > li')].map((row) => ({
        thread: row.querySelector<HTMLElement>('[data-thread]')?.dataset['thread'] ?? null,
        blank: row.hasAttribute('data-blank') && row.textContent === '' && row.querySelector('a') === null,
        top: Math.round(row.getBoundingClientRect().top),
      })),
    );

  const readListedIds = async () => {
    const { body } = await bram.call('GET', `/forums/threads?section_id=${section}&limit=50`);
    return (body as ThreadSummary[]).map(({ id }) => String(id));
  };

  it('rows under the pointer or with focus do not move, and updates appear afterwards', async () => {
    const address = `${site.server.url}/forums/community`;
    const pages = [
      await visit(site.browser, address, buildLoggedInOptions(bram)),
      await visit(site.browser, address, { viewport: { width: 390, height: 844 } }),
    ] as const;
    const [pointedPage, typingPage] = [pages[0].page, pages[1].page];
    for (const page of [pointedPage, typingPage]) {
      await page.locator(`[data-thread="${threads[0]}"]`).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await pointedPage.locator(`[data-thread="${threads[3]}"]`).hover();
    await typingPage.locator(`[data-thread="${threads[3]}"]`).focus();
    const rowsBefore = [await getRows(pointedPage), await getRows(typingPage)];
    for (const name of [
      'reply',
      'deleteFocused',
      'restore',
      'begin',
      'pin',
      ...Array.from({ length: actionCount }, () => pick(Object.keys(actions))),
    ]) {
      await actions[name]?.();
      const goneIds = [...deletedIds].map(String);
      for (const [n, page] of [pointedPage, typingPage].entries()) {
        const isAnnounced = (rows: Awaited<ReturnType<typeof getRows>>) =>
          rows.every(({ thread }) => thread === null || !goneIds.includes(thread));
        const rows = await waitUntil(() => getRows(page), isAnnounced);
        for (const [at, old] of (rowsBefore[n] ?? []).entries()) {
          expect(rows[at]?.top, `row ${at} after ${name}`).toBe(old.top);
          expect([old.thread, null]).toContain(rows[at]?.thread);
          if (rows[at]?.thread === null) expect(rows[at]?.blank).toBe(true);
        }
      }
    }
    for (const page of [pointedPage, typingPage])
      await page.getByRole('button', { name: /^\d+ updates? ↑$/ }).waitFor();
    await pointedPage.mouse.move(2, 2);
    await typingPage.getByRole('button', { name: /^\d+ updates? ↑$/ }).press('Enter');
    const expected = await readListedIds();
    for (const page of [pointedPage, typingPage]) {
      const listThreadIds = async () => (await getRows(page)).map(({ thread }) => thread);
      await waitUntil(listThreadIds, (rows) => JSON.stringify(rows) === JSON.stringify(expected));
    }
    expect(pages.flatMap(listOwnFaults)).toEqual([]);
    for (const { page } of pages) await page.context().close();
  });

  it('the bells on two open pages show the same number as the bell on a new page', async () => {
    const pages = [
      await visit(site.browser, `${site.server.url}/`, buildLoggedInOptions(bram)),
      await visit(site.browser, `${site.server.url}/rules`, {
        viewport: { width: 390, height: 844 },
        ...buildLoggedInOptions(bram),
      }),
    ];
    const readCountsOnPage = async () => {
      const { unread } = (await bram.call('GET', '/notifications')).body as NotificationsResponse;
      return unread === 0 ? 'Notifications' : `Notifications, ${unread > 99 ? '99+' : unread} new`;
    };
    for (const name of Array.from({ length: actionCount }, () => pick(Object.keys(actions)))) {
      await actions[name]?.();
      for (const { page } of pages)
        await page.getByRole('button', { name: await readCountsOnPage(), exact: true }).waitFor();
    }
    expect(pages.flatMap(listOwnFaults)).toEqual([]);
    for (const { page } of pages) await page.context().close();
  });
});
