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

const longReplies = async (count: number) => {
  for (let n = 0; n < count; n++) await site.reply(thread, `${n} ${'word '.repeat(3_990)}`);
};
const maxMessageBytes = ({ received }: TestListener) =>
  Math.max(...received.map((message) => JSON.stringify(message).length));

test('sends as many posts as fit into one message', async () => {
  const page = await site.connect();
  await page.listen(topic, await site.settled());
  await longReplies(10);
  await site.reply(thread, 'Fence');
  await page.untilReply(topic, 'Fence');
  expect([page.replies(topic).length, page.resyncs(topic)]).toEqual([11, 0]);
});

test('sends a resync to a page that missed more content than fits into one message', async () => {
  const position = await site.settled();
  await longReplies(40);
  await site.settled();
  const page = await site.connect();
  await page.join(topic, position);
  await page.untilResync(topic);
  expect(page.rows(topic).filter(({ kind }) => kind !== 'readers')).toEqual([]);
});

test('resyncs pages for every role after too much new content, but still sends other changes', async () => {
  const otherThread = await site.addThread(site.open);
  const position = await site.settled();
  const pages = [await site.connect(), await site.connect(site.admin)];
  for (const page of pages) for (const id of [thread, otherThread]) await page.listen(`thread:${id}`, position);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  await site.reply(otherThread, 'Meanwhile');
  await longReplies(40);
  await checkpoint.reached;
  checkpoint.release();
  for (const page of pages) {
    await page.untilResync(topic);
    await page.untilReply(`thread:${otherThread}`, 'Meanwhile');
    expect(page.resyncs(`thread:${otherThread}`)).toBe(0);
    expect(maxMessageBytes(page)).toBeLessThan(limits.listBytes);
  }
});

test("resyncs a thread's pages if it gets more new content than is loaded", async () => {
  const threads = [thread];
  for (let n = 0; n < 7; n++) threads.push(await site.addThread(site.open));
  const position = await site.settled();
  const page = await site.connect();
  for (const id of threads) await page.listen(`thread:${id}`, position);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  for (const id of threads) for (let n = 0; n < 20; n++) await site.reply(id, `${n} ${'word '.repeat(3_990)}`);
  await checkpoint.reached;
  checkpoint.release();
  const hasReceived = (id: number) => page.replies(`thread:${id}`).length === 20 || page.resyncs(`thread:${id}`) > 0;
  await page.until(() => threads.every(hasReceived), 'every thread');
  expect(threads.filter((id) => page.resyncs(`thread:${id}`) > 0).length).toBeGreaterThan(0);
});
