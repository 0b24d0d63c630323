import { parsePosition } from '@guildhall/domain/wire/positions.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beforeEach, expect, test } from 'vitest';
import { createGate } from '../testing/gate.js';
import { LiveSite } from '../testing/live-site.js';

let site: LiveSite;
let thread: number;
let topic: Topic;
beforeEach(async () => {
  site = await LiveSite.start({ resyncSpreadMs: 500 });
  thread = await site.addThread(site.closed);
  topic = `thread:${thread}`;
  await site.waitUntilSettled();
});

const listen = (...topics: Topic[]) => site.listen(undefined, ...topics);

test('a row changed after its place was hidden waits for the new rights', async () => {
  const guest = await listen(topic);
  const readGate = createGate(site.services.views.store, { reads: 'posts' });
  const applyRights = site.delayRights('structureFold');
  const reply = await site.reply(thread, 'for everybody');
  await readGate.reached;
  await site.hide(site.closed);
  await site.editReply(reply, 'secret', site.admin);
  await site.waitUntilSettled();
  readGate.release();
  const fence = await site.addThread(site.open);
  await site.waitUntilSettled();
  expect(site.services.policy.mayView(site.services.policy.getActor(null), site.closed)).toBe(true);
  applyRights();
  await guest.waitForResync(topic);
  const laterPage = await listen(`thread:${fence}`);
  await site.reply(fence, 'Fence');
  await laterPage.waitForReply(`thread:${fence}`, 'Fence');
  expect(guest.listReplies(topic)).toEqual([]);
});

test('sends changes only up to the server’s rights if the views are ahead of them', async () => {
  const guest = await listen(topic);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  const applyRights = site.delayRights('structureFold');
  await site.reply(thread, 'Before');
  await checkpoint.reached;
  await site.hide(site.open);
  const hiddenAt = await site.catchUpViews();
  checkpoint.release();
  await guest.waitForReply(topic, 'Before');
  expect(parsePosition(guest.positions.get(topic))?.position).toSatisfy((position: string) => position < hiddenAt);
  applyRights();
  await guest.waitForResync(topic);
});

test('a page misses nothing if it joins a topic whose rows are not being loaded', async () => {
  const otherThread = await site.addThread(site.open);
  const otherTopic: Topic = `thread:${otherThread}`;
  const firstPage = await listen(topic);
  const secondPage = await listen();
  const position = await site.waitUntilSettled();
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  const readGate = createGate(site.services.views.store, { reads: 'posts' });
  await site.reply(thread, 'Heard by the first');
  await checkpoint.reached;
  await site.reply(otherThread, 'For the second');
  await site.catchUpViews();
  checkpoint.release();
  await readGate.reached;
  await secondPage.listen(otherTopic, position);
  expect(secondPage.listReplies(otherTopic)).toEqual([]);
  readGate.release();
  await firstPage.waitForReply(topic, 'Heard by the first');
  await secondPage.waitForReply(otherTopic, 'For the second');
});

test('sends an edited thread in full, even if a reply arrives at the same time', async () => {
  const guest = await listen(topic);
  const checkpoint = createGate(site.services.views.store, 'checkpoint');
  await site.changeThread(thread, 'Another title');
  await checkpoint.reached;
  await site.reply(thread, 'An answer');
  await site.catchUpViews();
  checkpoint.release();
  await guest.waitForReply(topic, 'An answer');
  expect(guest.listRows(topic)).toMatchObject([
    { kind: 'thread', title: 'Another title', reply_count: 1 },
    { kind: 'post', content: 'An answer' },
  ]);
});

test('a page that must reload receives nothing that would skip the missed changes', async () => {
  const guest = await listen(topic);
  await site.hide(site.open);
  const hiddenAt = await site.services.log.readHead();
  await site.waitUntilSettled();
  const loadedPage = await listen(topic);
  await site.reply(thread, 'Meanwhile');
  await loadedPage.waitForReply(topic, 'Meanwhile');
  expect(parsePosition(guest.positions.get(topic))?.position).toSatisfy((position: string) => position < hiddenAt);
  await guest.waitForResync(topic);
  expect(guest.listReplies(topic)).toEqual([]);
});

test('listeners who lose a place are notified immediately, others after the views catch up', async () => {
  const open = await site.addThread(site.open);
  const [losingListener, stayingListener] = [await listen(topic), await listen(`thread:${open}`)];
  const projectionGate = createGate(site.services.views.store, 'apply');
  await site.hide(site.closed);
  await losingListener.waitForResync(topic);
  expect(stayingListener.countResyncs(`thread:${open}`)).toBe(0);
  projectionGate.release();
  await stayingListener.waitForResync(`thread:${open}`);
});
