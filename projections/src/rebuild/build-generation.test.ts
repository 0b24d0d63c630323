import { randomUUID } from 'node:crypto';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { LogDamaged, Unavailable } from '@guildhall/event-store/port.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildGeneration } from './build-generation.js';
import type { BuildProgress } from './build-generation.js';
import { buildInThisThread } from './builder.js';
import { prunedToKey } from '../runner/page-fold.js';
import { PoisonError } from '../runner/poison.js';
import { SqliteViewStore } from '../stores/sqlite/store.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { openSmallViews } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { makeUnreachable, failWritesAt } from '../testing/unreachable-store.js';
import { readContents } from '../testing/store-fixtures.js';
import type { View } from '../view.js';
import { StoreFull } from '../view-store.js';
import type { ViewGenerations, ViewStore } from '../view-store.js';

const place = { sectionId: 1, subsectionId: null };

describe('building a generation', () => {
  let generations: ViewGenerations;
  let store: ViewStore;
  let log: MemoryLog;
  const history = new History();
  for (let n = 0; n < 94; n++) history.createThread(1, place, `thread ${n}`);
  beforeEach(async () => {
    ({ generations, log } = await openSmallViews());
    store = await generations.open(1);
    await appendHistory(log, history);
  });
  const build = (options: Partial<Parameters<typeof buildGeneration>[0]> = {}) =>
    buildGeneration({ log, store, views: smallViews, epoch: 1, ...options });
  const getPosition = (n: number) => history.events[n - 1]!.position;

  it('a build projects the entire log and reports its progress', async () => {
    const progress: BuildProgress[] = [];
    expect(await build({ pageEvents: 30, onProgress: (latestProgress) => progress.push(latestProgress) })).toBe(
      await log.readHead(),
    );
    expect(progress.map(({ done }) => done)).toEqual([30, 60, 90, 100]);
    expect(progress.map(({ position }) => position)).toEqual([30, 60, 90, 100].map(getPosition));
    expect(progress.every(({ eventsPerSecond }) => eventsPerSecond > 0)).toBe(true);
    expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 94 }]);
  });

  it('reports the event whose page cannot be written, and writes the events before it', async () => {
    const { position } = history.events[49]!;
    const outcome = await build({ store: failWritesAt(store, position).store, pageEvents: 30 }).catch(
      (value: unknown) => value,
    );
    expect(outcome).toBeInstanceOf(PoisonError);
    expect((outcome as PoisonError).poison).toMatchObject({ position, error: 'TypeError: it cannot be written' });
    expect(await store.readCheckpoint()).toBe(getPosition(49));
  });

  it.each([new LogDamaged('at position 7'), new StoreFull('database or disk is full')])(
    'a build stops at a permanent error: %s',
    async (error) => {
      let reads = 0;
      const readAll = () => {
        reads++;
        return Promise.reject(error);
      };
      await expect(build({ log: { readAll } })).rejects.toBe(error);
      expect(reads).toBe(1);
    },
  );

  it.each([1, 29, 30, 31, 99, 100])(
    'a build stops exactly at event %i on request, and can continue from there',
    async (n) => {
      expect(await build({ until: getPosition(n), pageEvents: 10 })).toBe(getPosition(n));
      expect(await store.readCheckpoint()).toBe(getPosition(n));
      expect((await readContents(store, smallViews)).lines).toHaveLength(n);
      expect(await build({ until: getPosition(n) })).toBe(getPosition(n));
      await build();
      expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 94 }]);
    },
  );

  it('a build waits for an event that is not in the log yet', async () => {
    history.createThread(1, place, 'on its way');
    const until = history.events.at(-1)!.position;
    const buildResult = build({ until });
    await appendHistory(log, history);
    expect(await buildResult).toBe(until);
  });

  it('a build yields between reads, and pauses while it waits for an event', async () => {
    const turns: number[] = [];
    let turnCount = 0;
    let next = setImmediate(function again() {
      turnCount++;
      next = setImmediate(again);
    });
    const readAll: MemoryLog['readAll'] = (...parameters) => {
      turns.push(turnCount);
      return log.readAll(...parameters);
    };
    await build({ log: { readAll }, pageEvents: 10 });
    clearImmediate(next);
    expect(new Set(turns).size).toBe(turns.length);

    let reads = 0;
    const stop = new AbortController();
    const doNothing = async () => {
      if (++reads === 3) stop.abort();
      if (reads > 50) throw new Error('asked again and again without a pause');
      return [];
    };
    const startedAt = performance.now();
    const buildResult = build({ log: { readAll: doNothing }, until: '9'.repeat(20), signal: stop.signal });
    expect(await buildResult.catch((error: unknown) => error)).toBe(stop.signal.reason);
    expect(performance.now() - startedAt).toBeGreaterThan(40);
  });

  it('a build creates the indexes and includes events that arrive in the meantime', async () => {
    const openGeneration = generations.open.bind(generations);
    const open = vi.spyOn(generations, 'open').mockImplementation(async (generation, options) => {
      if (!options?.building) await log.append('late', [lateEvent], 'no-stream');
      return openGeneration(generation, options);
    });
    const lateEvent = { id: randomUUID(), type: 'NobodyKnows.v9', data: {}, metadata: {} };
    const closed = vi.spyOn(SqliteViewStore.prototype, 'close');
    await buildInThisThread({ log, generations, views: smallViews, epoch: 1 })(2, {});
    expect(open.mock.calls).toEqual([
      [2, { building: true }],
      [2, { building: false }],
    ]);
    expect(closed).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
    expect(await (await generations.open(2)).readCheckpoint()).toBe(await log.readHead());
  });

  it('completes the generation with the earlier events if one cannot be projected', async () => {
    const strictView: View = {
      schema: {},
      project: ({ position }) => {
        if (position === getPosition(50)) throw new Error('spoiled');
        return [];
      },
    };
    const open = vi.spyOn(generations, 'open');
    const views = [...smallViews, strictView];
    await expect(buildInThisThread({ log, generations, views, epoch: 1 })(2, {})).rejects.toThrow(PoisonError);
    expect(open.mock.calls).toEqual([[2, { building: true }], [2]]);
    vi.restoreAllMocks();
  });

  it('a build stops at an event that cannot be projected and reports it', async () => {
    const views: View[] = [
      ...smallViews,
      {
        schema: {},
        project: ({ position }) => {
          if (position === getPosition(50)) throw new Error('spoiled');
          return [];
        },
      },
    ];
    const outcome = await build({ views, pageEvents: 20 }).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(PoisonError);
    const { type, stream, position } = history.events[49]!;
    expect(String(outcome)).toContain(
      `Event ${type} at ${position} in stream ${stream} cannot be projected: Error: spoiled`,
    );
    expect(await store.readCheckpoint()).toBe(getPosition(40));
  });

  it('a build skips documents before the pruned position of a collection', async () => {
    await store.setMeta(prunedToKey, getPosition(60));
    await build({ pageEvents: 7 });
    const { lines } = await readContents(store, smallViews);
    expect(lines).toHaveLength(history.events.length - 59);
  });

  it('a build continues after a temporary outage of the log or store', async () => {
    const { flaky, refused } = makeUnreachable(store, { recover: 1, apply: 2 });
    let failedReads = 0;
    const readAll = async (after: string, limit: number): Promise<StoredEvent[]> => {
      if (failedReads++ === 2) throw new Unavailable('no line', false);
      return log.readAll(after, limit);
    };
    await build({ store: flaky, log: { readAll }, pageEvents: 20 });
    expect(refused()).toBe(3);
    expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: history.events.length - 6 }]);
  });

  it('a cancelled build stops between two pages', async () => {
    const abort = new AbortController();
    const onProgress = ({ done }: BuildProgress) => done === 40 && abort.abort(new Error('called off'));
    await expect(build({ onProgress, signal: abort.signal, pageEvents: 20 })).rejects.toThrow('called off');
    expect(await store.readCheckpoint()).toBe(getPosition(40));
  });

  it('a cancelled build stops while waiting for the store', async () => {
    const { flaky } = makeUnreachable(store, { recover: 1000 });
    await expect(build({ store: flaky, signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  });
});
