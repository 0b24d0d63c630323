import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildInThisThread } from './builder.js';
import type { Builder } from './builder.js';
import { pruneChanges, readPrunedTo } from '../runner/prune-changes.js';
import { rebuild } from './rebuild.js';
import type { RebuildOptions, RebuildProgress } from './rebuild.js';
import { Runner } from '../runner/runner.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { followThreads } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { readContents } from '../testing/store-fixtures.js';
import { StoreUnavailable } from '../view-store.js';
import type { View } from '../view.js';
import type { LiveGeneration, ViewGenerations, ViewStore } from '../view-store.js';

const place = { sectionId: 1, subsectionId: null };

describe('rebuilding the views', () => {
  let generations: ViewGenerations;
  let live: ViewStore;
  let log: MemoryLog;
  let runner: Runner;
  let history: History;
  let build: Builder;
  const switchedStores: ViewStore[] = [];
  beforeEach(async () => {
    ({ generations, live, log, runner, history, build } = await followThreads(50));
    switchedStores.length = 0;
  });

  const startRebuild = (options: Partial<RebuildOptions> = {}) =>
    rebuild({
      log,
      generations,
      views: smallViews,
      epoch: 1,
      build,
      runner,
      onSwitch: (store: ViewStore) => switchedStores.push(store),
      ...options,
    });
  const waitUntilApplied = async () => {
    const head = await log.readHead();
    while ((await runner.store.readCheckpoint()) < head) await sleep(2);
  };
  const readSmallViews = (store: ViewStore) => readContents(store, smallViews);
  const expectLive = async (generation: number, all: number[]) => {
    expect(await generations.findLive()).toMatchObject({ log: 'log-a', views: 1, generation });
    expect(await generations.list()).toEqual(all);
    expect(runner.store.generation).toBe(generation);
    history.createThread(1, place, 'afterwards');
    await appendHistory(log, history);
    await waitUntilApplied();
  };

  it('a rebuild produces the same views during concurrent writes', async () => {
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        for (let n = 0; n < 7; n++) history.reply(1000 + n, 1, `reply ${history.events.length}`);
        await appendHistory(log, history);
        await sleep(1);
      }
    })();
    const buildSlowly: Builder = async (generation, options) => {
      await sleep(100);
      await build(generation, options);
      await sleep(100);
    };
    await startRebuild({ build: buildSlowly });
    await sleep(50);
    isWriting = false;
    await writer;
    await waitUntilApplied();
    const [rebuiltStore] = switchedStores;
    expect(switchedStores).toHaveLength(1);
    expect(runner.store).toBe(rebuiltStore);
    await runner.stop();
    await buildInThisThread({ log, generations, views: smallViews, epoch: 1 })(50, {});
    expect(history.events.length).toBeGreaterThan(100);
    expect(await readSmallViews(rebuiltStore!)).toEqual(await readSmallViews(await generations.open(50)));
  });

  it('a rebuild goes live only after it has caught up with the live generation', async () => {
    const positions: string[] = [];
    const setLive = generations.setLive.bind(generations);
    vi.spyOn(generations, 'setLive').mockImplementation(async (next, epoch) => {
      positions.push(await live.readCheckpoint(), await (await generations.open(next.generation)).readCheckpoint());
      await setLive(next, epoch);
    });
    const pause = runner.pause.bind(runner);
    vi.spyOn(runner, 'pause').mockImplementation(async () => {
      history.createThread(1, place, 'at the last moment');
      await appendHistory(log, history);
      await waitUntilApplied();
      return pause();
    });
    await startRebuild();
    expect(positions).toEqual([await log.readHead(), await log.readHead()]);
  });

  it('a rebuild retains the old generation until the next one', async () => {
    await startRebuild();
    await expectLive(2, [1, 2]);
    await startRebuild();
    await expectLive(3, [2, 3]);
    expect((await readSmallViews(runner.store)).counts).toMatchObject([{ threads: 52 }]);
  });

  it('a rebuild does not restore pruned documents', async () => {
    await waitUntilApplied();
    const from = history.events[30]!.position;
    await pruneChanges(live, smallViews, from);
    await startRebuild();
    expect(await readPrunedTo(runner.store)).toBe(from);
    expect((await readSmallViews(runner.store)).lines?.map(({ pos }) => pos)).toEqual(
      history.events.slice(30).map(({ position }) => position),
    );
    expect(await readSmallViews(runner.store)).toEqual(await readSmallViews(live));
  });

  it('a rebuild reports its progress', async () => {
    const progress: RebuildProgress[] = [];
    await startRebuild({ onProgress: (latestProgress) => progress.push(latestProgress) });
    expect(progress).toMatchObject([
      { phase: 'building', done: 56, position: await log.readHead() },
      { phase: 'switching', done: 56 },
    ]);
  });

  describe('failed rebuild', () => {
    it('a rebuild leaves the live views unchanged if an event cannot be projected', async () => {
      const project = () => {
        throw new Error('spoiled');
      };
      const strictView: View = { schema: {}, project };
      const failingBuilder = buildInThisThread({ log, generations, views: [...smallViews, strictView], epoch: 1 });
      await expect(startRebuild({ build: failingBuilder })).rejects.toThrow('cannot be projected: Error: spoiled');
      await expectLive(1, [1]);
    });

    it('a rebuild leaves the live views unchanged if cancelled during the build', async () => {
      const abort = new AbortController();
      const abortedRebuild = startRebuild({
        signal: abort.signal,
        onProgress: () => abort.abort(new Error('called off')),
      });
      await expect(abortedRebuild).rejects.toThrow('called off');
      await expectLive(1, [1]);
      expect(switchedStores).toEqual([]);
    });

    it('a rebuild leaves the live views unchanged if the switch fails', async () => {
      vi.spyOn(generations, 'setLive').mockRejectedValueOnce(new Error('disk full'));
      await expect(startRebuild()).rejects.toThrow('disk full');
      await expectLive(1, [1]);
      expect(switchedStores).toEqual([]);
    });

    it('a rebuild leaves the live views unchanged if the runner cannot be paused', async () => {
      await runner.pause();
      await expect(startRebuild()).rejects.toThrow('The runner is paused');
      runner.resume();
      await expectLive(1, [1]);
    });
  });

  it('completes the switch to a new generation even if the response is lost', async () => {
    const setLive = generations.setLive.bind(generations);
    const loseResponse = async (next: LiveGeneration, epoch: number) => {
      await setLive(next, epoch);
      throw new StoreUnavailable('no answer');
    };
    const spy = vi
      .spyOn(generations, 'setLive')
      .mockImplementationOnce(loseResponse)
      .mockImplementationOnce(loseResponse);
    await startRebuild();
    expect(spy).toHaveBeenCalledTimes(3);
    await expectLive(2, [1, 2]);
  });

  it('readers get the new store before the runner resumes', async () => {
    const onSwitch = vi.fn();
    const resume = vi.spyOn(runner, 'resume');
    await startRebuild({ onSwitch });
    expect(onSwitch).toHaveBeenCalledBefore(resume);
    expect(onSwitch).toHaveBeenCalledExactlyOnceWith(runner.store);
  });

  it('a rebuild fails without live views', async () => {
    vi.spyOn(generations, 'findLive').mockResolvedValue(null);
    await expect(startRebuild()).rejects.toThrow('no live views');
  });
});
