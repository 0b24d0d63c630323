import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { LogDamaged, type StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Runner } from './runner.js';
import type { RunnerOptions } from './runner.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { openSmallViews } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { readContents } from '../testing/store-fixtures.js';
import type { ViewStore } from '../view-store.js';

const place = { sectionId: 1, subsectionId: null };

describe('runner with a failing log', () => {
  let store: ViewStore;
  let log: MemoryLog;
  let history: History;
  let runner: Runner;
  beforeEach(async () => {
    const { generations, log: memoryLog } = await openSmallViews();
    store = await generations.open(1);
    log = memoryLog;
    history = new History();
  });
  const start = (options: Pick<RunnerOptions, 'log' | 'onError'>): Runner => {
    runner = new Runner({ store, views: smallViews, epoch: 1, ...options });
    onTestFinished(() => runner.stop());
    runner.resume();
    return runner;
  };
  const append = () => appendHistory(log, history);
  const appendAndWait = async () => {
    await append();
    const head = await log.readHead();
    await vi.waitFor(async () => expect(await store.readCheckpoint()).toBe(head), { timeout: 5000, interval: 2 });
  };

  it('the runner fails once at a damaged position and reports the position', async () => {
    const damage = new LogDamaged('at position 7');
    const subscribeAll = vi.fn(() => {
      throw damage;
    });
    const errors: unknown[] = [];
    start({ log: { readHead: () => log.readHead(), subscribeAll }, onError: (error) => errors.push(error) });
    await vi.waitFor(async () => expect(await runner.getStatus()).toMatchObject({ state: 'failed' }));
    expect((await runner.getStatus()).error).toContain('at position 7');
    expect(errors).toEqual([damage]);
    await runner.stop();
    expect(subscribeAll).toHaveBeenCalledTimes(1);
  });

  it('the runner continues reading after a broken subscription', async () => {
    let failedReads = 0;
    const breakingLog: RunnerOptions['log'] = {
      readHead: () => log.readHead(),
      async *subscribeAll(after, signal): AsyncGenerator<StoredEvent[]> {
        for await (const batch of log.subscribeAll(after, signal)) {
          if (failedReads++ === 0) throw new Error('broken line');
          yield batch;
          if (failedReads === 2) return;
        }
      },
    };
    history.createThread(1, place, 'one');
    await append();
    const errors: unknown[] = [];
    start({ log: breakingLog, onError: (error) => errors.push(error) });
    await appendAndWait();
    history.createThread(1, place, 'two');
    await appendAndWait();
    expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 2 }]);
    expect(errors.map(String), 'and waited after both').toEqual([
      'Error: broken line',
      'Error: The log ended the subscription',
    ]);
  });

  it('resets the retry delay if pages were written between two outages', async () => {
    const next = vi.spyOn(RetryDelays.prototype, 'next');
    const breakingLog: RunnerOptions['log'] = {
      readHead: () => log.readHead(),
      async *subscribeAll(after, signal): AsyncGenerator<StoredEvent[]> {
        for await (const batch of log.subscribeAll(after, signal)) {
          yield batch;
          throw new Error('broken line');
        }
      },
    };
    start({ log: breakingLog });
    for (let outages = 1; outages <= 4; outages++) {
      history.createThread(1, place, `thread ${outages}`);
      await appendAndWait();
      await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(outages));
    }
    const delaysMs = next.mock.results.map(({ value }) => value as number);
    next.mockRestore();
    for (const delayMs of delaysMs) expect(delayMs).toBeLessThan(150); // The second of two consecutive delays is longer.
  });
});
