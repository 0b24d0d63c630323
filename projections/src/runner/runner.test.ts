import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildGeneration } from '../rebuild/build-generation.js';
import { readPoisonEvents } from './poison.js';
import { Runner } from './runner.js';
import type { AppliedPage, RunnerOptions } from './runner.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { openSmallViews } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { makeUnreachable, failWritesAt } from '../testing/unreachable-store.js';
import { readContents } from '../testing/store-fixtures.js';
import type { View } from '../view.js';
import { StaleWriter } from '../view-store.js';
import type { ViewGenerations, ViewPage, ViewStore } from '../view-store.js';

const place = { sectionId: 1, subsectionId: null };

describe('runner', () => {
  let generations: ViewGenerations;
  let store: ViewStore;
  let log: MemoryLog;
  let history: History;
  beforeEach(async () => {
    ({ generations, log } = await openSmallViews());
    store = await generations.open(1);
    history = new History();
  });
  const start = (options: Partial<RunnerOptions> = {}): Runner => {
    const runner = new Runner({ log, store, views: smallViews, epoch: 1, ...options });
    onTestFinished(() => runner.stop());
    runner.resume();
    return runner;
  };
  const append = () => appendHistory(log, history);
  const appendAndWait = async (on = store) => {
    await append();
    const head = await log.readHead();
    await vi.waitFor(async () => expect(await on.readCheckpoint()).toBe(head), { timeout: 5000, interval: 2 });
  };
  const buildExpected = async () => {
    const emptyStore = await generations.open(99);
    await buildGeneration({ log, store: emptyStore, views: smallViews, epoch: 1 });
    const contents = await readContents(emptyStore, smallViews);
    await generations.drop(99);
    return contents;
  };

  it('the runner projects existing events, then new events, and reports each page', async () => {
    const pages: AppliedPage[] = [];
    history.createThread(1, place, 'before');
    await append();
    start({ onPage: (page) => pages.push(page), pageEvents: 4 });
    await appendAndWait();
    history.reply(1000, 2, 'after');
    await appendAndWait();
    expect(await readContents(store, smallViews)).toEqual(await buildExpected());
    expect(pages.map(({ events }) => events)).toEqual([0, 4, 3, 1]);
    expect(pages.map(({ checkpoint }) => checkpoint).at(-1)).toBe(await log.readHead());
    expect(
      pages
        .at(-1)
        ?.writes.map(({ collection }) => collection)
        .sort(),
    ).toEqual(['counts', 'lines', 'streams']);
  });

  it('the runner resumes from its checkpoint after a restart', async () => {
    const firstRunner = start();
    await appendAndWait();
    await firstRunner.stop();
    expect(await firstRunner.ended).toBe('stopped');
    history.createThread(1, place, 'meanwhile');
    const pages: AppliedPage[] = [];
    start({ onPage: (page) => pages.push(page) });
    await appendAndWait();
    expect(pages.map(({ events }) => events)).toEqual([0, 1]);
    expect(await readContents(store, smallViews)).toEqual(await buildExpected());
  });

  it('the runner reports its position', async () => {
    const runner = start();
    await appendAndWait();
    const head = await log.readHead();
    await vi.waitFor(async () =>
      expect(await runner.getStatus()).toEqual({
        state: 'following',
        checkpoint: head,
        head,
        behind: false,
        poison: [],
      }),
    );
    await runner.pause();
    history.createThread(1, place, 'one more');
    await append();
    expect(await runner.getStatus()).toMatchObject({ state: 'paused', checkpoint: head, behind: true });
  });

  describe('event that cannot be projected', () => {
    const failingView: View = {
      schema: {},
      project: ({ type }) => {
        if (type === 'ReplyPosted.v1') throw new Error('spoiled');
        return [];
      },
    };
    const views = [...smallViews, failingView];

    it('skips a failing event in all views and records it', async () => {
      const errors: unknown[] = [];
      const runner = start({ views, onError: (error) => errors.push(error) });
      history.createThread(1, place, 'good');
      history.reply(1000, 1, 'bad');
      history.createThread(1, place, 'good again');
      await appendAndWait();
      const { position, type, stream } = history.events.at(-2)!;
      const record = { position, type, stream, error: 'Error: spoiled', at: expect.any(String) as string };
      await vi.waitFor(async () => expect(await runner.getStatus()).toMatchObject({ poison: [record] }));
      expect(await readPoisonEvents(store)).toEqual([record]);
      expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 2, replies: 0 }]);
      expect(errors.map(String)).toEqual([
        `PoisonError: Event ReplyPosted.v1 at ${position} in stream post-5000 cannot be projected: Error: spoiled`,
      ]);
    });

    it('records a skipped event only once, even if its page is projected again', async () => {
      history.createThread(1, place, 'good');
      history.reply(1000, 1, 'bad');
      await append();
      const { flaky } = makeUnreachable(store, { apply: 1 });
      start({ store: flaky, views });
      await appendAndWait();
      expect(await readPoisonEvents(store)).toHaveLength(1);
    });

    it('records a skipped event before writing its page and reports it after a restart', async () => {
      history.createThread(1, place, 'good');
      history.reply(1000, 1, 'bad');
      await append();
      const { flaky, refused } = makeUnreachable(store, { setMeta: 1 });
      const firstRunner = start({ store: flaky, views });
      await appendAndWait();
      expect(refused()).toBe(1);
      expect(await readPoisonEvents(store)).toHaveLength(1);
      await firstRunner.stop();
      const second = start({ views });
      await vi.waitFor(async () => expect((await second.getStatus()).poison).toHaveLength(1));
    });
  });

  it('skips and records only the event whose page cannot be written', async () => {
    for (let n = 0; n < 6; n++) history.createThread(1, place, `thread ${n}`);
    await append();
    const { position, type, stream } = history.events.at(-2)!;
    const unwritable = failWritesAt(store, position);
    const runner = start({ store: unwritable.store });
    await appendAndWait();
    const record = {
      position,
      type,
      stream,
      error: 'TypeError: it cannot be written',
      at: expect.any(String) as string,
    };
    await vi.waitFor(async () =>
      expect(await runner.getStatus()).toMatchObject({ state: 'following', poison: [record] }),
    );
    expect(unwritable.refused()).toBe(4); // The write fails once with its page, and three times on its own.
    const { counts } = await readContents(store, smallViews);
    expect(counts).toMatchObject([{ threads: 5 }]);
  });

  describe('unavailable store', () => {
    it('the runner retries an unavailable store indefinitely without blaming an event', async () => {
      for (let n = 0; n < 5; n++) history.createThread(1, place, `thread ${n}`);
      await append();
      const { flaky, refused } = makeUnreachable(store, { recover: 1, getMany: 2, apply: 1, readCheckpoint: 1 });
      const runner = start({ store: flaky });
      await vi.waitFor(async () => expect((await runner.getStatus()).state).toBe('waiting'));
      expect((await runner.getStatus()).error).toContain('StoreUnavailable');
      await appendAndWait();
      expect(refused()).toBe(5);
      expect(await readContents(store, smallViews)).toEqual(await buildExpected());
      await vi.waitFor(async () => expect(await runner.getStatus()).toMatchObject({ state: 'following', poison: [] }));
    });

    it('does not apply a written page twice if the response was lost', async () => {
      for (let n = 0; n < 5; n++) history.createThread(1, place, `thread ${n}`);
      await append();
      const pages: AppliedPage[] = [];
      const { flaky } = makeUnreachable(store, { apply: 1 }, 'after');
      start({ store: flaky, onPage: (page) => pages.push(page) });
      await appendAndWait();
      await vi.waitFor(() => expect(pages).toHaveLength(2));
      expect(await readContents(store, smallViews)).toEqual(await buildExpected());
      // The second call reports the page whose write got no response.
      expect(pages.map(({ events }) => events)).toEqual([0, 0]);
    });

    it('the runner can be stopped while it waits for the store', async () => {
      const { flaky } = makeUnreachable(store, { recover: 1000 });
      const runner = start({ store: flaky });
      await vi.waitFor(async () => expect((await runner.getStatus()).state).toBe('waiting'));
      await runner.stop();
      expect(await runner.ended).toBe('stopped');
    });

    it('the runner resumes automatically if pausing fails', async () => {
      const { flaky, refuse } = makeUnreachable(store, {});
      const runner = start({ store: flaky });
      await appendAndWait();
      refuse({ readCheckpoint: 1 });
      await expect(runner.pause()).rejects.toThrow('unreachable');
      history.createThread(1, place, 'later');
      await appendAndWait();
    });
  });

  it('the runner stops and reports a takeover by another writer', async () => {
    const runner = start();
    await appendAndWait();
    await store.recover(2);
    history.createThread(1, place, 'too late');
    await append();
    expect(await runner.ended).toBe('stale');
    expect((await runner.getStatus()).state).toBe('stale');
    await expect(runner.pause()).rejects.toThrow('The runner is stale');
    expect((await readContents(store, smallViews)).counts).toEqual([]);
    const lateRunner = start();
    expect(await lateRunner.ended).toBe('stale');
    await expect(store.recover(1)).rejects.toThrow(StaleWriter);
  });

  describe('pausing the runner', () => {
    it('a paused runner stays at the returned position between two pages until resumed', async () => {
      for (let n = 0; n < 50; n++) history.createThread(1, place, `thread ${n}`);
      await append();
      const pages: AppliedPage[] = [];
      const runner: Runner = start({
        pageEvents: 10,
        onPage: (page) => {
          pages.push(page);
          if (pages.length === 3) pausePromise = runner.pause();
        },
      });
      let pausePromise: Promise<string> | undefined;
      await vi.waitFor(() => expect(pausePromise).toBeDefined());
      expect(await pausePromise).toBe(history.events[19]!.position);
      expect(await store.readCheckpoint()).toBe(history.events[19]!.position);
      runner.resume();
      await appendAndWait();
      expect(await readContents(store, smallViews)).toEqual(await buildExpected());
    });

    it('pausing waits until the current page is written', async () => {
      history.createThread(1, place, 'one');
      await append();
      let pausePromise: Promise<string> | undefined;
      const slowStore = Object.assign(Object.create(store) as ViewStore, {
        getMany: store.getMany.bind(store),
        getMeta: store.getMeta.bind(store),
        recover: store.recover.bind(store),
        readCheckpoint: store.readCheckpoint.bind(store),
        apply: async (page: ViewPage) => {
          pausePromise = runner.pause();
          await sleep(20);
          await store.apply(page);
        },
      });
      const runner = start({ store: slowStore });
      await vi.waitFor(() => expect(pausePromise).toBeDefined());
      expect(await pausePromise).toBe(await log.readHead());
    });

    it('a paused runner can resume with another store', async () => {
      const runner = start();
      history.createThread(1, place, 'one');
      await appendAndWait();
      const until = await runner.pause();
      const other = await generations.open(2);
      await buildGeneration({ log, store: other, views: smallViews, epoch: 1, until });
      runner.resume(other);
      history.createThread(1, place, 'two');
      await appendAndWait(other);
      expect(runner.store).toBe(other);
      expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 1 }]);
      expect((await readContents(other, smallViews)).counts).toMatchObject([{ threads: 2 }]);
    });

    it('the runner cannot be paused twice, and does not resume once stopped', async () => {
      const runner = start();
      await runner.pause();
      await expect(runner.pause()).rejects.toThrow('The runner is paused');
      await runner.stop();
      runner.resume();
      const checkpointBefore = await store.readCheckpoint();
      await append();
      await sleep(50);
      expect(await store.readCheckpoint()).toBe(checkpointBefore);
    });
  });
});
