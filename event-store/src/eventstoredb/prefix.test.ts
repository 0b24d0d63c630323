import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { beginning } from '../port.js';
import { collectEvents, waitUntil, shortDeadline, shortTimes } from '../testing/peer-log.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { buildEvents, createStreamName, readAfter } from '../testing/sample-events.js';

let peer: EventStoreDbPeer;
let blue: EventStoreDbLog;
let red: EventStoreDbLog;
let unprefixedLog: EventStoreDbLog;

beforeEach(async () => {
  peer = await startPeer();
  const openLog = (streamPrefix: string) => new EventStoreDbLog(peer.address, { ...shortTimes, streamPrefix });
  [blue, red, unprefixedLog] = [openLog('blue.'), openLog('red.'), openLog('')];
});

afterEach(async () => {
  await Promise.all([blue, red, unprefixedLog].map((log) => log.close()));
  peer.stop();
});

it('isolates sites that share a server and use the same stream names', async () => {
  const stream = createStreamName();
  const logs = [blue, red, unprefixedLog];
  for (const log of logs) await log.append(stream, buildEvents(3), 'no-stream');
  for (const log of logs) await log.append(stream, buildEvents(2), 2);
  const streams = await Promise.all(logs.map((log) => log.readStream(stream)));
  expect(new Set(streams.flat().map(({ id }) => id)).size).toBe(15);
  for (const [n, log] of logs.entries()) {
    const ownEvents = streams[n] ?? [];
    expect(ownEvents.map((event) => [event.stream, event.revision])).toEqual([0, 1, 2, 3, 4].map((r) => [stream, r]));
    for (const size of [1, 2, 5, 100]) expect(await readAfter(log, beginning, size)).toEqual(ownEvents);
    expect(await log.readHead()).toBe(ownEvents.at(-1)?.position);
  }
  expect(peer.ledger.events.map((event) => event.stream)).toEqual(
    expect.arrayContaining([`blue.${stream}`, `red.${stream}`, stream]),
  );
});

it('subscriptions and reads return no events from other sites', async () => {
  const subscriber = collectEvents(blue, beginning);
  await waitUntil('subscribed', () => blue.feed.connected);
  for (let n = 0; n < 10; n += 1) await red.append(createStreamName(), buildEvents(100), 'no-stream');
  await blue.append(createStreamName(), buildEvents(2), 'no-stream');
  await waitUntil('delivered', () => subscriber.events.length === 2);
  expect(await blue.readAll(beginning, 10)).toEqual(subscriber.events);
  const deliveries = 3; // The subscription, the read that it triggers, and the test's own read each deliver the events once.
  expect(peer.counters.subscribedEvents).toBe(deliveries * 2);
});

it("finds the head of the log without reading other sites' events again", async () => {
  await blue.append(createStreamName(), buildEvents(1), 'no-stream');
  for (let n = 0; n < 30; n += 1) await red.append(createStreamName(), buildEvents(100), 'no-stream');
  const head = await blue.readHead();
  const { reads } = peer.counters;
  expect(await blue.readHead()).toBe(head);
  expect(peer.counters.reads).toBe(reads + 1);
  const [next] = await Promise.all([blue.append(createStreamName(), buildEvents(1), 'no-stream')]);
  expect(await blue.readHead()).toBe(next.position);
});

it('cancels a log read without a response and succeeds on the next read', async () => {
  const [result] = await Promise.all([blue.append(createStreamName(), buildEvents(1), 'no-stream')]);
  peer.faults.silentSubscriptions = 1;
  const impatient = new EventStoreDbLog(peer.address, { ...shortDeadline, streamPrefix: 'blue.' });
  await expect(impatient.readAll(beginning, 10)).rejects.toMatchObject({ name: 'Unavailable' });
  expect((await impatient.readAll(beginning, 10)).map(({ position }) => position)).toEqual([result.position]);
  await impatient.close();
});
