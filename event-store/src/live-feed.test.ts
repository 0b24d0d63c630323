import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { toPosition } from './dense-position.js';
import { LiveFeed } from './live-feed.js';
import { Unavailable, beginning } from './port.js';
import type { Position, StoredEvent } from './port.js';
import { RetryDelays } from './retry.js';
import { withTimeout } from './testing/sample-events.js';

const longPause = { initialDelayMs: 60_000, maxDelayMs: 60_000 };

describe('live feed', () => {
  it('the live feed retries a failed read without missing events', async () => {
    const feed = new LiveFeed({ initialDelayMs: 5 });
    const requestedPositions: Position[] = [];
    const read = (after: Position) => {
      requestedPositions.push(after);
      if (requestedPositions.length === 2 || requestedPositions.length === 3)
        throw new Unavailable('The disk is gone', false);
      return [buildEventAt(Number(after) + 1)];
    };
    const batches = feed.follow(beginning, new AbortController().signal, read);
    const positions = [await withTimeout(1000, batches.next()), await withTimeout(1000, batches.next())];
    expect(positions.map(({ value }) => value?.[0]?.position)).toEqual([toPosition(1), toPosition(2)]);
    expect(requestedPositions).toEqual([0, 1, 1, 1].map(toPosition));
  });

  it('the live feed resets its retry delay after a successful read', async () => {
    const next = vi.spyOn(RetryDelays.prototype, 'next');
    let reads = 0;
    const read = async (after: Position) => {
      if (++reads % 2 === 1) throw new Unavailable('The disk is gone', false);
      return [buildEventAt(Number(after) + 1)];
    };
    const feed = new LiveFeed({ ...longPause, immediateFirst: true });
    const batches = feed.follow(beginning, new AbortController().signal, read);
    for (let batch = 1; batch <= 3; batch++) await withTimeout(1000, batches.next());
    expect(next.mock.results.map(({ value }) => value as number)).toEqual([0, 0, 0]);
    next.mockRestore();
  });

  it('the live feed reads again if woken during an asynchronous read that finds nothing', async () => {
    const feed = new LiveFeed();
    let last = 0;
    const read = async (after: Position) => {
      if (Number(after) < last) return [buildEventAt(last)];
      last += 1;
      feed.wake();
      return [];
    };
    const batches = feed.follow(beginning, new AbortController().signal, read);
    expect((await withTimeout(1000, batches.next())).value?.[0]?.position).toBe(toPosition(1));
  });

  it('the live feed reads again after the end of the log only once it is woken', async () => {
    const feed = new LiveFeed();
    const stop = new AbortController();
    let last = 3;
    const read = vi.fn((after: Position) =>
      Array.from({ length: Math.min(2, last - Number(after)) }, buildEventAfter(after)),
    );
    const batches = feed.follow(beginning, stop.signal, read, 2);
    expect((await withTimeout(1000, batches.next())).value).toHaveLength(2);
    expect((await withTimeout(1000, batches.next())).value).toHaveLength(1);
    const next = batches.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(read).toHaveBeenCalledTimes(2);
    last = 4;
    feed.wake();
    expect((await withTimeout(1000, next)).value?.[0]?.position).toBe(toPosition(4));
    // The wake arrives while the consumer still has the batch.
    last = 5;
    feed.wake();
    expect((await withTimeout(1000, batches.next())).value?.[0]?.position).toBe(toPosition(5));
    stop.abort();
  });

  it('the live feed ends if aborted while waiting to read again', async () => {
    const stop = new AbortController();
    const read = () => {
      throw new Unavailable('The disk is gone', false);
    };
    const next = new LiveFeed(longPause).follow(beginning, stop.signal, read).next();
    stop.abort();
    expect((await withTimeout(1000, next)).done).toBe(true);
  });

  it('the live feed ends if the log is closed while it waits to read again', async () => {
    const feed = new LiveFeed(longPause);
    const read = () => {
      throw new Unavailable('The disk is gone', false);
    };
    const next = feed.follow(beginning, new AbortController().signal, read).next();
    feed.end();
    expect((await withTimeout(1000, next)).done).toBe(true);
  });

  it('adds a single abort listener per subscriber and removes it at the end', async () => {
    const feed = new LiveFeed();
    const stop = new AbortController();
    const addListener = vi.spyOn(stop.signal, 'addEventListener');
    let last = 0;
    const read = (after: Position) => (Number(after) < last ? [buildEventAt(Number(after) + 1)] : []);
    const batches = feed.follow(beginning, stop.signal, read);
    for (let n = 1; n <= 5; n += 1) {
      const next = batches.next();
      await new Promise((resolve) => setImmediate(resolve));
      last = n;
      feed.wake();
      expect((await withTimeout(1000, next)).value?.[0]?.position).toBe(toPosition(n));
    }
    expect(addListener).toHaveBeenCalledTimes(1);
    await batches.return();
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  it('the live feed does not hide programming errors in the read function', async () => {
    const read = () => {
      throw new TypeError('rows is not a function');
    };
    const batches = new LiveFeed().follow(beginning, new AbortController().signal, read);
    await expect(batches.next()).rejects.toBeInstanceOf(TypeError);
  });

  it("the live feed yields to the process's other work between batches", async () => {
    const stop = new AbortController();
    let turnCount = 0;
    setImmediate(() => (turnCount += 1));
    let batches = 0;
    for await (const batch of new LiveFeed().follow(beginning, stop.signal, (after) => [
      buildEventAt(Number(after) + 1),
    ])) {
      batches += batch.length;
      if (turnCount > 0) stop.abort();
    }
    expect(batches).toBeLessThan(5);
  });
});

const buildEventAfter = (after: Position) => (_: unknown, index: number) => buildEventAt(Number(after) + 1 + index);

function buildEventAt(n: number): StoredEvent {
  return { id: '', stream: 's', revision: n, position: toPosition(n), type: 'T.v1', data: {}, metadata: {} };
}
