import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStoreDbLog } from './log.js';
import { Unavailable, VersionConflict, beginning } from '../port.js';
import type { EventLog, ExpectedRevision, NewEvent } from '../port.js';
import { collectEvents, waitUntil, shortDeadline, shortTimes } from '../testing/peer-log.js';
import { startPeer } from '../testing/eventstoredb-peer/peer.js';
import type { EventStoreDbPeer } from '../testing/eventstoredb-peer/peer.js';
import { buildEvents, createStreamName, withTimeout, writeEvents } from '../testing/sample-events.js';

describe('EventStoreDB adapter', () => {
  let peer: EventStoreDbPeer;
  let log: EventStoreDbLog;

  beforeEach(async () => {
    peer = await startPeer();
    log = new EventStoreDbLog(peer.address, shortTimes);
  });

  afterEach(async () => {
    await log.close();
    peer.stop();
  });

  it('the adapter loses and duplicates no events if the server is killed during writes', async () => {
    const confirmedIds: string[] = [];
    const subscriber = collectEvents(log, beginning);
    const stopController = new AbortController();
    const writers = Array.from({ length: 16 }, () => writeUntil(log, stopController.signal, confirmedIds));
    for (let kill = 0; kill < 5; kill += 1) {
      const countBefore = confirmedIds.length;
      await waitUntil('the writers get on', () => confirmedIds.length >= countBefore + 32, 8000);
      await waitUntil('the feed is connected', () => log.feed.connected, 8000);
      peer.stop();
      await sleep(60);
      await peer.start();
    }
    stopController.abort();
    await Promise.all(writers);
    const ownIds = peer.ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
    expect(confirmedIds.length).toBeGreaterThanOrEqual(5 * 32);
    expect([...confirmedIds].sort()).toEqual([...ownIds].sort());
    await waitUntil('all events are delivered', () => subscriber.events.length >= ownIds.length);
    expect(subscriber.events.map(({ id }) => id)).toEqual(ownIds);
    expect(log.feed.drops).toBeGreaterThan(0);
  });

  it('a conflict contains the actual revision even if the address disables exceptions', async () => {
    const logWithoutThrow = new EventStoreDbLog(`${peer.address}&throwOnAppendFailure=false`, shortTimes);
    const stream = createStreamName();
    await expect(logWithoutThrow.append(stream, buildEvents(1), 0)).rejects.toEqual(
      new VersionConflict(stream, 0, 'no-stream'),
    );
    await logWithoutThrow.append(stream, buildEvents(1), 'no-stream');
    await expect(logWithoutThrow.append(stream, buildEvents(1), 3)).rejects.toEqual(new VersionConflict(stream, 3, 0));
    await logWithoutThrow.close();
  });

  it('reports an unknown outcome if no attempt gets a response', async () => {
    const hastyLog = new EventStoreDbLog(peer.address, { ...shortDeadline, retryForMs: 300 });
    peer.faults.freeze();
    const failed: unknown = await hastyLog
      .append(createStreamName(), buildEvents(1), 'no-stream')
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Unavailable);
    expect(failed).toMatchObject({ outcomeUnknown: true });
    await hastyLog.close();
  });

  it('distinguishes a conflict from a retry after an unknown outcome', async () => {
    const [stream, events] = [createStreamName(), buildEvents(2)];
    const hastyLog = new EventStoreDbLog(peer.address, { ...shortTimes, ...shortDeadline });
    await log.append(stream, buildEvents(2), 'no-stream');
    peer.faults.appends.push({ kind: 'write-then-hang' });
    const result = await hastyLog.append(stream, events, 1);
    await hastyLog.close();
    await log.append(stream, buildEvents(1), 3);
    expect(result.revision).toBe(3);
    expect(await log.append(stream, events, 1)).toEqual(result);
    await expect(log.append(stream, buildEvents(2), 1)).rejects.toEqual(new VersionConflict(stream, 1, 4));
  });

  it('an append that waited too long for a slot fails as not written', async () => {
    const impatientLog = new EventStoreDbLog(peer.address, { ...shortTimes, deadlineMs: 1500, retryForMs: 300 });
    peer.faults.freeze();
    const stuckAppends = Array.from({ length: 64 }, () =>
      impatientLog.append(createStreamName(), buildEvents(1), 'no-stream'),
    );
    const outcomes = Promise.allSettled(stuckAppends);
    await expect(impatientLog.append(createStreamName(), buildEvents(1), 'no-stream')).rejects.toMatchObject({
      name: 'Unavailable',
      outcomeUnknown: false,
    });
    await outcomes;
    await impatientLog.close();
  });

  it('exposes the subscription state and logs nothing when the subscription is dropped', async () => {
    const consoleSpies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
    expect(log.feed).toMatchObject({ connected: false, drops: 0 });
    const subscriber = collectEvents(log, beginning);
    await waitUntil('connected', () => log.feed.connected);
    for (const drop of [1, 2, 3]) {
      if (drop === 2) peer.endSubscriptions();
      else peer.dropSubscriptions('Consumer too slow to handle event while live');
      await waitUntil('drop counted', () => log.feed.drops === drop);
      await waitUntil('connected again', () => log.feed.connected);
    }
    await writeEvents(log, 3);
    await waitUntil('delivered', () => subscriber.events.length === 3);
    subscriber.stop.abort();
    await waitUntil('the server is left', () => peer.counters.openSubscriptions === 0);
    expect(log.feed).toMatchObject({ connected: false, drops: 3 });
    for (const spy of consoleSpies) expect(spy).not.toHaveBeenCalled();
  });

  it("resubscribes immediately after a subscription's first drop", async () => {
    const slowLog = new EventStoreDbLog(peer.address, { ...shortTimes, firstPauseMs: 5000, maxPauseMs: 5000 });
    collectEvents(slowLog, beginning);
    await waitUntil('connected', () => slowLog.feed.connected);
    peer.dropSubscriptions('Connection dropped');
    await waitUntil('dropped', () => slowLog.feed.drops === 1);
    await waitUntil('connected again', () => slowLog.feed.connected, 1000);
    await slowLog.close();
  });

  it('resubscribes immediately if the dropped subscription was healthy before', async () => {
    const times = { ...shortTimes, firstPauseMs: 15_000, maxPauseMs: 15_000, healthyMs: 200 };
    const healthy = new EventStoreDbLog(peer.address, times);
    collectEvents(healthy, beginning);
    for (const drops of [1, 2, 3]) {
      await waitUntil('connected', () => healthy.feed.connected);
      await sleep(300);
      peer.dropSubscriptions('Connection dropped');
      await waitUntil('dropped', () => healthy.feed.drops === drops);
    }
    await waitUntil('connected', () => healthy.feed.connected);
    await healthy.close();
  });

  it('resubscribes early if another call succeeds', async () => {
    const slowLog = new EventStoreDbLog(peer.address, { ...shortTimes, firstPauseMs: 15_000, maxPauseMs: 15_000 });
    collectEvents(slowLog, beginning);
    await waitUntil('connected', () => slowLog.feed.connected);
    peer.stop();
    await waitUntil('dropped', () => slowLog.feed.drops === 1);
    await sleep(100);
    await peer.start();
    await sleep(1000);
    expect(slowLog.feed.connected).toBe(false);
    await slowLog.readHead();
    await waitUntil('connected again', () => slowLog.feed.connected, 1000);
    await slowLog.close();
  });

  it('delivers every event exactly once to fast and slow subscribers', async () => {
    const [fastSubscriber, slowSubscriber] = [
      collectEvents(log, beginning),
      collectEvents(log, beginning, () => sleep(300)),
    ];
    await waitUntil('connected', () => log.feed.connected);
    for (let turn = 0; turn < 25; turn += 1) await log.append(createStreamName(), buildEvents(100), 'no-stream');
    await waitUntil(
      'both have all',
      () => [fastSubscriber, slowSubscriber].every(({ events }) => events.length >= 2500),
      8000,
    );
    const ownIds = peer.ledger.events.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
    expect(fastSubscriber.events.map(({ id }) => id)).toEqual(ownIds);
    expect(slowSubscriber.events.map(({ id }) => id)).toEqual(ownIds);
    expect(peer.counters.maxConcurrentSubscriptions).toBe(1);
  });

  it('delivers an entire burst of events even if the server drops the subscription', async () => {
    peer.slowConsumerLimit = 30;
    const subscriber = collectEvents(log, beginning);
    await waitUntil('connected', () => log.feed.connected);
    for (let turn = 0; turn < 4; turn += 1) {
      await Promise.all([1, 2, 3].map(() => log.append(createStreamName(), buildEvents(100), 'no-stream')));
    }
    await waitUntil('all are delivered', () => subscriber.events.length === 1200);
    expect(new Set(subscriber.events.map(({ id }) => id)).size).toBe(1200);
    expect(log.feed.drops).toBeGreaterThan(0);
  });

  it('closes promptly while a subscription waits and a read hangs', async () => {
    const idleSubscription = log.subscribeAll(beginning, new AbortController().signal)[Symbol.asyncIterator]().next();
    await waitUntil('connected', () => log.feed.connected);
    peer.faults.freeze();
    const patientLog = new EventStoreDbLog(peer.address, { deadlineMs: 60_000 });
    const reads = [patientLog.readHead(), patientLog.readStream('sample-x'), patientLog.readAll(beginning, 1)];
    const failed = Promise.allSettled(reads);
    await sleep(50);
    await withTimeout(1000, Promise.all([log.close(), patientLog.close()]));
    expect((await withTimeout(500, idleSubscription)).done).toBe(true);
    for (const { status } of await withTimeout(500, failed)) expect(status).toBe('rejected');
    await expect(log.append(createStreamName(), buildEvents(1), 'no-stream')).rejects.toBeInstanceOf(Unavailable);
  });

  it('rejects a TLS address without a user, because safe appends require one', () => {
    expect(() => new EventStoreDbLog('esdb://127.0.0.1:2113')).toThrow(/needs a user/);
    expect(() => new EventStoreDbLog('esdb://admin:secret@127.0.0.1:2113')).not.toThrow();
  });
});

async function writeUntil(log: EventLog, stop: AbortSignal, confirmedIds: string[]): Promise<void> {
  const stream = createStreamName();
  for (let expectedRevision: ExpectedRevision = 'no-stream'; !stop.aborted;) {
    const events = buildEvents(2);
    expectedRevision = (await appendUntilKnown(log, stream, events, expectedRevision)).revision;
    confirmedIds.push(...events.map(({ id }) => id));
  }
}

async function appendUntilKnown(log: EventLog, stream: string, events: NewEvent[], expectedRevision: ExpectedRevision) {
  for (;;) {
    try {
      return await log.append(stream, events, expectedRevision);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
