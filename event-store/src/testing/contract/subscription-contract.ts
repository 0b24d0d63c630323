import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { maxBatchEvents } from '../../port.js';
import type { EventLog, StoredEvent } from '../../port.js';
import type { OpenedLog } from './opened-log.js';
import {
  followTo,
  buildEvent,
  buildEvents,
  createStreamName,
  readAfter,
  withTimeout,
  writeEvents,
} from '../sample-events.js';

export function testSubscriptions(getOpenedLog: () => OpenedLog): void {
  describe('subscribing to the log', () => {
    it('delivers existing events and then new ones during concurrent writes', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      await writeEvents(log, 700);
      const lastEvent = buildEvent();
      const follower = followTo(log, start, lastEvent.id);
      await Promise.all(Array.from({ length: 16 }, () => writeSlowly(log, 15)));
      await log.append(createStreamName(), [lastEvent], 'no-stream');
      const followedEvents = await follower;
      expect(followedEvents).toEqual(await readAfter(log, start));
      expect(followedEvents).toHaveLength(700 + 16 * 15 + 1);
    });

    it('delivers an event promptly after a long idle period', async () => {
      const { log } = getOpenedLog();
      const stop = new AbortController();
      const batches = iterate(log.subscribeAll(await log.readHead(), stop.signal));
      for (let turn = 0; turn < 3; turn += 1) {
        const next = batches.next();
        await sleep(60);
        const event = buildEvent();
        await log.append(createStreamName(), [event], 'no-stream');
        expect((await withTimeout(2000, next)).value?.map(({ id }) => id)).toEqual([event.id]);
      }
      stop.abort();
      expect((await withTimeout(2000, batches.next())).done).toBe(true);
    });

    it('serves many concurrent subscribers at different positions', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const stored = await writeEvents(log, 12);
      const lastEvent = buildEvent();
      const positions = [start, ...stored.map((event) => event.position)];
      const followers = positions.map((position) => followTo(log, position, lastEvent.id));
      await log.append(createStreamName(), [lastEvent], 'no-stream');
      const all = await readAfter(log, start);
      expect(all).toHaveLength(13);
      for (const [index, follower] of followers.entries()) expect(await follower).toEqual(all.slice(index));
    });

    it('waits for a slow consumer and delivers everything in batches of limited size', async () => {
      const { log } = getOpenedLog();
      const stop = new AbortController();
      const start = await log.readHead();
      const batches = iterate(log.subscribeAll(start, stop.signal));
      await writeEvents(log, 40);
      const receivedEvents = [...((await withTimeout(5000, batches.next())).value ?? [])];

      await Promise.all(Array.from({ length: 8 }, () => writeEvents(log, 300)));
      await sleep(150);
      const all = await readAfter(log, start);
      expect(all).toHaveLength(40 + 8 * 300);
      while (receivedEvents.length < all.length) {
        const batch = (await withTimeout(5000, batches.next())).value ?? [];
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(maxBatchEvents);
        receivedEvents.push(...batch);
        await sleep(5);
      }
      stop.abort();
      expect((await withTimeout(2000, batches.next())).done).toBe(true);
      expect(receivedEvents).toEqual(all);
    });

    it('a subscription resumes from its last position after a restart without duplicates', async () => {
      const { log, reopen } = getOpenedLog();
      const start = await log.readHead();
      const stored = await writeEvents(log, 20);
      const earlierEvents = await followTo(log, start, stored[19]?.id ?? '');
      const reopenedLog = await reopen();
      const [event] = buildEvents(1);
      await reopenedLog.append(createStreamName(), [event ?? buildEvent()], 'no-stream');
      const laterEvents = await followTo(reopenedLog, earlierEvents.at(-1)?.position ?? '', event?.id ?? '');
      expect(earlierEvents).toEqual(stored);
      expect(laterEvents.map(({ id }) => id)).toEqual([event?.id]);
    });

    it('an idle subscription ends immediately when aborted', async () => {
      const { log } = getOpenedLog();
      const stop = new AbortController();
      const batches = iterate(log.subscribeAll(await log.readHead(), stop.signal));
      const next = batches.next();
      await sleep(60);
      stop.abort();
      expect((await withTimeout(1000, next)).done).toBe(true);
      expect((await withTimeout(1000, batches.next())).done).toBe(true);
    });

    it('a subscription ends immediately when aborted with more events to deliver', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      for (let turn = 0; turn < 3; turn += 1) await writeEvents(log, 400);
      const stop = new AbortController();
      const batches = iterate(log.subscribeAll(start, stop.signal));
      expect((await withTimeout(5000, batches.next())).done).toBe(false);
      stop.abort();
      expect((await withTimeout(1000, batches.next())).done).toBe(true);
    });

    it('a subscription delivers nothing if aborted before it starts', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      await writeEvents(log, 3);
      const batches = iterate(log.subscribeAll(start, AbortSignal.abort()));
      expect((await withTimeout(1000, batches.next())).done).toBe(true);
    });

    it('other subscriptions keep running when one ends', async () => {
      const { log } = getOpenedLog();
      const start = await log.readHead();
      const stop = new AbortController();
      const nextBatch = iterate(log.subscribeAll(start, stop.signal)).next();
      const lastEvent = buildEvent();
      const otherSubscriber = followTo(log, start, lastEvent.id);
      stop.abort();
      expect((await withTimeout(1000, nextBatch)).done).toBe(true);
      await log.append(createStreamName(), [lastEvent], 'no-stream');
      expect((await withTimeout(2000, otherSubscriber)).map(({ id }) => id)).toEqual([lastEvent.id]);
    });
  });
}

function iterate(batches: AsyncIterable<StoredEvent[]>): AsyncIterator<StoredEvent[], undefined> {
  return batches[Symbol.asyncIterator]() as AsyncIterator<StoredEvent[], undefined>;
}

async function writeSlowly(log: EventLog, count: number): Promise<void> {
  const stream = createStreamName();
  for (let revision = 0; revision < count; revision += 1) {
    await log.append(stream, buildEvents(1), revision === 0 ? 'no-stream' : revision - 1);
    await sleep(1);
  }
}
