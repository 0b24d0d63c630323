import { parsePosition } from '@guildhall/domain/wire/positions.js';
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
  site = await LiveSite.start({ resyncSpreadMs: 500 });
  thread = await site.addThread(site.closed);
  topic = `thread:${thread}`;
  await site.settled();
});
afterEach(async () => {
  for (const ear of ears.splice(0)) ear.close();
  await site.stop();
});

async function listen(...topics: Topic[]): Promise<TestListener> {
  const ear = await TestListener.open(site.url);
  ears.push(ear);
  const position = await site.settled();
  for (const each of topics) await ear.listen(each, position);
  return ear;
}

/** Simulates a server that did not take the command and whose log is late: it receives the new rights when released. */
async function learnsLater(operation: () => Promise<void>): Promise<() => void> {
  const { structureFold } = site.services.policy;
  const catchUp = structureFold.catchUp.bind(structureFold);
  structureFold.catchUp = () => Promise.resolve();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  site.server.follower.onEvents(() => held);
  await operation();
  return () => {
    structureFold.catchUp = catchUp;
    letGo();
  };
}

test('a row that was changed after its place was hidden waits for the new rights, also with an older change', async () => {
  const guest = await listen(topic);
  const reading = createGate(site.services.views.store, { reads: 'posts' });
  let reply = 0;
  const learn = await learnsLater(async () => {
    reply = await site.reply(thread, 'for everybody');
    await reading.reached;
  });
  await site.hide(site.closed);
  await site.editReply(reply, 'secret', site.admin);
  await site.settled();
  reading.letGo();
  const fence = await site.addThread(site.open);
  await site.settled();
  // The policy has not read the change yet.
  expect(site.services.policy.mayView(site.services.policy.actor(null), site.closed)).toBe(true);
  learn();
  await guest.untilResync(topic);
  const later = await listen(`thread:${fence}`);
  await site.reply(fence, 'Fence');
  await later.untilReply(`thread:${fence}`, 'Fence');
  expect(guest.replies(topic)).toEqual([]);
});

test('views that are ahead of the server’s rights are sent only up to those rights, and the change of rights is not skipped', async () => {
  const guest = await listen(topic);
  const asking = createGate(site.services.views.store, 'checkpoint');
  const learn = await learnsLater(async () => {
    await site.reply(thread, 'Before');
    await asking.reached;
  });
  await site.hide(site.open);
  const hiddenAt = await site.services.log.head();
  await site.services.views.waitFor(hiddenAt, 5_000);
  asking.letGo();
  await guest.untilReply(topic, 'Before');
  expect(parsePosition(guest.positions.get(topic))?.position).toSatisfy((position: string) => position < hiddenAt);
  learn();
  await guest.untilResync(topic);
});

test('a page that joins a topic while its rows are not loaded, as it had no listeners, misses nothing', async () => {
  const other = await site.addThread(site.open);
  const otherTopic: Topic = `thread:${other}`;
  const first = await listen(topic);
  const second = await listen();
  const position = await site.settled();
  const asking = createGate(site.services.views.store, 'checkpoint');
  const reading = createGate(site.services.views.store, { reads: 'posts' });
  await site.reply(thread, 'Heard by the first');
  await asking.reached;
  await site.reply(other, 'For the second');
  await site.services.views.waitFor(await site.services.log.head(), 5_000);
  asking.letGo();
  await reading.reached;
  await second.listen(otherTopic, position);
  expect(second.replies(otherTopic)).toEqual([]);
  reading.letGo();
  await first.untilReply(topic, 'Heard by the first');
  await second.untilReply(otherTopic, 'For the second');
});

test('an edited thread that gets a reply at the same moment is sent as itself, not as its summary', async () => {
  const guest = await listen(topic);
  const asking = createGate(site.services.views.store, 'checkpoint');
  await site.changeThread(thread, 'Another title');
  await asking.reached;
  await site.reply(thread, 'An answer');
  await site.services.views.waitFor(await site.services.log.head(), 5_000);
  asking.letGo();
  await guest.untilReply(topic, 'An answer');
  expect(guest.rows(topic)).toMatchObject([
    { kind: 'thread', title: 'Another title', reply_count: 1 },
    { kind: 'post', content: 'An answer' },
  ]);
});

test('a page that must reload receives nothing that would advance its position past the missed changes', async () => {
  const guest = await listen(topic);
  await site.hide(site.open);
  const hiddenAt = await site.services.log.head();
  await site.settled();
  const loaded = await listen(topic);
  await site.reply(thread, 'Meanwhile');
  await loaded.untilReply(topic, 'Meanwhile');
  expect(parsePosition(guest.positions.get(topic))?.position).toSatisfy((position: string) => position < hiddenAt);
  await guest.untilResync(topic);
  expect(guest.replies(topic)).toEqual([]);
});

test('listeners who lose a place are notified immediately, though the views lag; the others when the views have caught up', async () => {
  const open = await site.addThread(site.open);
  const [losing, staying] = [await listen(topic), await listen(`thread:${open}`)];
  const projecting = createGate(site.services.views.store, 'apply');
  await site.hide(site.closed);
  await losing.untilResync(topic);
  expect(staying.resyncs(`thread:${open}`)).toBe(0);
  projecting.letGo();
  await staying.untilResync(`thread:${open}`);
});
