import { limits } from '@guildhall/domain/limits.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestListener } from '../testing/test-listener.js';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
const ears: TestListener[] = [];
beforeEach(async () => {
  site = await LiveSite.start();
  thread = await site.addThread(site.open);
  topic = `thread:${thread}`;
});
afterEach(async () => {
  for (const ear of ears.splice(0)) ear.close();
  await site.stop();
});

async function open(cookie?: string): Promise<TestListener> {
  const ear = await TestListener.open(site.url, cookie === undefined ? {} : { cookie });
  ears.push(ear);
  return ear;
}

const longReplies = async (count: number) => {
  for (let n = 0; n < count; n++) await site.reply(thread, `${n} ${'word '.repeat(3_990)}`);
};
const maxMessageBytes = ({ received }: TestListener) =>
  Math.max(...received.map((message) => JSON.stringify(message).length));

test('sends what fits into one message', async () => {
  const ear = await open();
  await ear.listen(topic, await site.settled());
  await longReplies(10);
  await site.reply(thread, 'Fence');
  await ear.untilReply(topic, 'Fence');
  expect([ear.replies(topic).length, ear.resyncs(topic)]).toEqual([11, 0]);
});

test('sends a resync to a page that missed more text than a message holds', async () => {
  const position = await site.settled();
  await longReplies(40);
  await site.settled();
  const ear = await open();
  await ear.join(topic, position);
  await ear.untilResync(topic);
  expect(ear.rows(topic).filter(({ kind }) => kind !== 'readers')).toEqual([]);
});

test('sends a resync to connected pages of every role that get too much at once, and sends other changes normally', async () => {
  const other = await site.addThread(site.open);
  const position = await site.settled();
  const pages = [await open(), await open(site.admin.cookie)];
  for (const ear of pages) for (const id of [thread, other]) await ear.listen(`thread:${id}`, position);
  const asking = createGate(site.services.views.store, 'checkpoint');
  await site.reply(other, 'Meanwhile');
  await longReplies(40);
  await asking.reached;
  asking.letGo();
  for (const ear of pages) {
    await ear.untilResync(topic);
    await ear.untilReply(`thread:${other}`, 'Meanwhile');
    expect(ear.resyncs(`thread:${other}`)).toBe(0);
    expect(maxMessageBytes(ear)).toBeLessThan(limits.listBytes);
  }
});

test('sends a resync to the pages of one of many threads that get more text at once than is loaded', async () => {
  const threads = [thread];
  for (let n = 0; n < 7; n++) threads.push(await site.addThread(site.open));
  const position = await site.settled();
  const ear = await open();
  for (const id of threads) await ear.listen(`thread:${id}`, position);
  const asking = createGate(site.services.views.store, 'checkpoint');
  for (const id of threads) for (let n = 0; n < 20; n++) await site.reply(id, `${n} ${'word '.repeat(3_990)}`);
  await asking.reached;
  asking.letGo();
  const received = (id: number) => ear.replies(`thread:${id}`).length === 20 || ear.resyncs(`thread:${id}`) > 0;
  await ear.until(() => threads.every(received), 'every thread');
  expect(threads.filter((id) => ear.resyncs(`thread:${id}`) > 0).length).toBeGreaterThan(0);
});
