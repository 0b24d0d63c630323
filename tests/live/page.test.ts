import { afterEach, beforeAll, expect, test } from 'vitest';
import { LivePage, type PageOptions } from '../support/live/live-page.js';
import type { PageKind } from '../support/live/screens/page-kind.js';
import { testSite } from '../support/site/site.js';

const site = testSite({ live: { resyncSpreadMs: 0, watchIntervalMs: 0 } });
let thread: number;
const pages: LivePage[] = [];
beforeAll(async () => {
  thread = await site.createThread();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

async function openPage(pageKind: PageKind, options?: PageOptions): Promise<LivePage> {
  const page = await LivePage.open(site.url, pageKind, options);
  pages.push(page);
  return page;
}

test('an open page is identical to a new one after replies, an edit and a deletion', async () => {
  const page = await openPage({ kind: 'thread', id: thread });
  expect(page.buildState()).toEqual(await page.loadFresh());
  const [one, two, three] = [
    await site.createReply(thread),
    await site.createReply(thread),
    await site.createReply(thread),
  ];
  await site.perform('PUT', `/forums/posts/${one}`, { content: 'Another text' }, { as: site.member });
  await site.perform('DELETE', `/forums/posts/${two}`, undefined, { as: site.member });
  await page.waitUntil(() => page.thread.replies[three] !== undefined && !page.thread.replies[two], 'the deletion');
  expect(page.buildState()).toEqual(await page.loadFresh());
  expect(page.counts).toMatchObject({ doubled: 0 });
});

test('an open page receives the few rows it missed during a disconnect', async () => {
  const page = await openPage({ kind: 'thread', id: thread });
  const section = await openPage({ kind: 'section', id: site.section });
  for (const disconnectedPage of [page, section]) disconnectedPage.disconnect();
  const reply = await site.createReply(thread);
  for (const back of [page, section]) back.connect();
  for (const back of [page, section]) await back.waitUntilSettled();
  expect(page.thread.replies[reply]).toBeDefined();
  for (const back of [page, section]) expect(back.buildState()).toEqual(await back.loadFresh());
  expect(page.connection).toMatchObject({ connects: 2, resyncs: 0, resumes: { withRows: 1 } });
  page.cut();
  await page.waitUntil(() => page.connection.connects === 3, 'a third connection');
  await page.waitUntilSettled();
  expect(page.connection).toMatchObject({ resyncs: 0 });
});

test('an open page resumes on a server that was restarted with the same data', async () => {
  const page = await openPage({ kind: 'thread', id: thread });
  page.disconnect();
  await site.createReply(thread);
  await site.restart();
  page.moveTo(site.url);
  page.connect();
  await page.waitUntilSettled();
  expect(page.buildState()).toEqual(await page.loadFresh());
  expect(page.connection).toMatchObject({ resyncs: 0 });
});

test('an open page receives the deletion and restoration of a thread', async () => {
  const page = await openPage({ kind: 'thread', id: thread });
  await site.perform('DELETE', `/forums/threads/${thread}`, undefined, { as: site.admin });
  await page.waitUntil(() => JSON.stringify(page.buildState()).includes('gone'), 'the deletion');
  expect(page.buildState()).toEqual(await page.loadFresh());
  await site.perform('POST', `/forums/threads/${thread}/restore`, undefined, { as: site.admin });
  await page.waitUntil(() => !JSON.stringify(page.buildState()).includes('gone'), 'the restoration');
  expect(page.buildState()).toEqual(await page.loadFresh());
});
