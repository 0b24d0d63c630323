import { limits } from '@guildhall/domain/limits.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
beforeEach(async () => {
  site = await LiveSite.start();
  thread = await site.addThread(site.open);
  topic = `thread:${thread}`;
});

const postLongReplies = async (count: number) => {
  for (let n = 0; n < count; n++) await site.reply(thread, `${n} ${'word '.repeat(3_990)}`);
};
const computeMaxMessageBytes = ({ received }: TestListener) =>
  Math.max(...received.map((message) => JSON.stringify(message).length));

test('sends as many posts as fit into one message', async () => {
  const page = await site.connect();
  await page.listen(topic, await site.waitUntilSettled());
  await postLongReplies(10);
  await site.reply(thread, 'Fence');
  await page.waitForReply(topic, 'Fence');
  expect([page.listReplies(topic).length, page.countResyncs(topic)]).toEqual([11, 0]);
});

test('sends a resync to a page that missed more content than fits into one message', async () => {
  const position = await site.waitUntilSettled();
  await postLongReplies(40);
  await site.waitUntilSettled();
  const page = await site.connect();
  await page.join(topic, position);
  await page.waitForResync(topic);
  expect(page.listRows(topic).filter(({ kind }) => kind !== 'readers')).toEqual([]);
});

test('resyncs pages for every role after too much new content, but still sends other changes', async () => {
  const otherThread = await site.addThread(site.open);
  const position = await site.waitUntilSettled();
  const pages = [await site.connect(), await site.connect(site.admin)];
  for (const page of pages) for (const id of [thread, otherThread]) await page.listen(`thread:${id}`, position);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  await site.reply(otherThread, 'Meanwhile');
  await postLongReplies(40);
  await checkpoint.reached;
  checkpoint.release();
  for (const page of pages) {
    await page.waitForResync(topic);
    await page.waitForReply(`thread:${otherThread}`, 'Meanwhile');
    expect(page.countResyncs(`thread:${otherThread}`)).toBe(0);
    expect(computeMaxMessageBytes(page)).toBeLessThan(limits.listBytes);
  }
});

test("resyncs a thread's pages if it gets more new content than is loaded", async () => {
  const threads = [thread];
  for (let n = 0; n < 7; n++) threads.push(await site.addThread(site.open));
  const position = await site.waitUntilSettled();
  const page = await site.connect();
  for (const id of threads) await page.listen(`thread:${id}`, position);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  for (const id of threads) for (let n = 0; n < 20; n++) await site.reply(id, `${n} ${'word '.repeat(3_990)}`);
  await checkpoint.reached;
  checkpoint.release();
  const hasReceived = (id: number) =>
    page.listReplies(`thread:${id}`).length === 20 || page.countResyncs(`thread:${id}`) > 0;
  await page.waitUntil(() => threads.every(hasReceived), 'every thread');
  expect(threads.filter((id) => page.countResyncs(`thread:${id}`) > 0).length).toBeGreaterThan(0);
});
