import { randomUUID } from 'node:crypto';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildInThisThread } from './builder.js';
import { findUsableHistoryId, openLiveViews, type LiveViewsOptions } from './live-generation.js';
import { liveLimits, PageFold } from '../runner/page-fold.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { openSmallViews } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { findMongoUrl } from '../testing/mongo/mongodb.js';
import { readContents, prepareMongoFixture, createSqliteFixture, mergeSchemas } from '../testing/store-fixtures.js';
import type { CreateStoreFixture, StoreFixture } from '../testing/store-fixture.js';
import type { View } from '../view.js';
import { StoreDamaged, type LiveGeneration, type ViewGenerations, type ViewStore } from '../view-store.js';

const url = await findMongoUrl();
const places: [string, CreateStoreFixture][] = [
  ['SQLite', createSqliteFixture],
  ...(url ? [['MongoDB', prepareMongoFixture(url)] as [string, CreateStoreFixture]] : []),
];

describe.each(places)('opening the live views at startup on %s', (_, makePlace) => {
  let generations: ViewGenerations;
  let log: MemoryLog;
  const history = new History();
  history.createThread(1, { sectionId: 1, subsectionId: null }, 'a thread');
  beforeEach(async () => {
    ({ generations, log } = await openSmallViews(makePlace));
    await appendHistory(log, history);
  });
  const buildLiveOptions = (more: Partial<LiveViewsOptions> = {}): LiveViewsOptions => ({
    log,
    logId: 'log-a',
    views: 1,
    epoch: 1,
    ...more,
  });
  const createBuilder = (views: readonly View[] = smallViews) =>
    vi.fn(buildInThisThread({ log, generations, views, epoch: 1 }));

  it('a fresh installation builds its views once and reuses them afterwards', async () => {
    const build = createBuilder();
    const { store } = await openLiveViews(generations, buildLiveOptions(), build);
    expect(await generations.findLive()).toMatchObject({ log: 'log-a', views: 1, generation: 1 });
    expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 1 }]);
    expect((await openLiveViews(generations, buildLiveOptions(), build)).store.generation).toBe(1);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('rebuilds views that belong to another log', async () => {
    await openLiveViews(generations, buildLiveOptions({ logId: 'log-b' }), createBuilder());
    const { store } = await openLiveViews(generations, buildLiveOptions(), createBuilder());
    expect(store.generation).toBe(2);
    expect(await generations.findLive()).toMatchObject({ log: 'log-a', views: 1, generation: 2 });
  });

  it('rebuilds views with a different version', async () => {
    await openLiveViews(generations, buildLiveOptions(), createBuilder());
    const liveBefore = (await generations.findLive()) as LiveGeneration;
    const { store, historyId } = await openLiveViews(generations, buildLiveOptions({ views: 2 }), createBuilder());
    expect(store.generation).toBe(2);
    expect(await generations.findLive()).toEqual({ ...liveBefore, views: 2, generation: 2 });
    expect(historyId).toBe(liveBefore.historyId);
  });

  it('rebuilds views with a newer version and reports it', async () => {
    await openLiveViews(generations, buildLiveOptions({ views: 2 }), createBuilder());
    const onUnusable = vi.fn();
    const { store } = await openLiveViews(generations, buildLiveOptions({ onUnusable }), createBuilder());
    expect(await generations.findLive()).toMatchObject({ views: 1, generation: store.generation });
    expect(onUnusable).toHaveBeenCalledWith('the views have version 2 instead of 1: rebuilding them');
  });

  it('drops an unfinished build and never reuses its number', async () => {
    const { store } = await openLiveViews(generations, buildLiveOptions(), createBuilder());
    await (await generations.open(store.generation + 1, { building: true })).close();
    await openLiveViews(generations, buildLiveOptions(), createBuilder());
    expect(await generations.list()).toEqual([store.generation]);
    await (await generations.open(store.generation + 1, { building: true })).close();
    const next = await openLiveViews(generations, buildLiveOptions({ views: 2 }), createBuilder());
    expect(next.store.generation).toBe(store.generation + 2);
    expect(await generations.list()).toEqual([store.generation, next.store.generation]);
  });

  it('new views adopt an existing history id, unless earlier views were lost', async () => {
    const elsewhere = { findHistoryElsewhere: () => Promise.resolve('0123abcd') };
    const firstViews = await openLiveViews(generations, buildLiveOptions(elsewhere), createBuilder());
    expect(firstViews.historyId).toBe('0123abcd');
    await generations.drop(firstViews.store.generation);
    const second = await openLiveViews(generations, buildLiveOptions(elsewhere), createBuilder());
    expect(second.historyId).not.toBe('0123abcd');
    expect(await findUsableHistoryId(generations, buildLiveOptions())).toBe(second.historyId);
    expect(await findUsableHistoryId(generations, buildLiveOptions({ logId: 'log-b' }))).toBeNull();
  });

  it('closes every store except the live one', async () => {
    const openStores = new Set<ViewStore>();
    const open = generations.open.bind(generations);
    generations.open = async (...parameters) => {
      const store = await open(...parameters);
      const close = store.close.bind(store);
      openStores.add(store);
      store.close = () => (openStores.delete(store), close());
      return store;
    };
    const { store } = await openLiveViews(generations, buildLiveOptions(), createBuilder());
    await store.close();
    await findUsableHistoryId(generations, buildLiveOptions());
    expect(openStores.size).toBe(0);
    const rebuiltViews = await openLiveViews(generations, buildLiveOptions({ log: new MemoryLog() }), createBuilder());
    expect([...openStores]).toEqual([rebuiltViews.store]);
    await rebuiltViews.store.close();
    const next = await openLiveViews(generations, buildLiveOptions({ views: 2 }), createBuilder());
    expect([...openStores]).toEqual([next.store]);
  });

  it('rebuilds missing views', async () => {
    await openLiveViews(generations, buildLiveOptions(), createBuilder());
    await generations.drop(1);
    const { store } = await openLiveViews(generations, buildLiveOptions(), createBuilder());
    expect((await readContents(store, smallViews)).counts).toMatchObject([{ threads: 1 }]);
  });

  it('the startup build stops before an event that cannot be projected, leaving it to the runner', async () => {
    const strictView: View = {
      schema: {},
      project: ({ type }) => {
        if (type === 'ThreadCreated.v1') throw new Error('spoiled');
        return [];
      },
    };
    const { store } = await openLiveViews(generations, buildLiveOptions(), createBuilder([...smallViews, strictView]));
    expect((await store.readCheckpoint()) < history.events.at(-1)!.position).toBe(true);
    expect(await generations.findLive()).toMatchObject({ log: 'log-a', views: 1, generation: 1 });
  });

  it('a failed build does not become live', async () => {
    const failToBuild = () => Promise.reject(new Error('disk full'));
    await expect(openLiveViews(generations, buildLiveOptions(), failToBuild)).rejects.toThrow('disk full');
    expect(await generations.findLive()).toBeNull();
  });
});

describe.each(places)('opening views that are newer than the restored log on %s', (_, makePlace) => {
  let place: StoreFixture;
  let generations: ViewGenerations;
  let log: MemoryLog;
  let history: History;
  let liveBefore: { generation: number; historyId: string };
  const unusable: string[] = [];

  beforeEach(async () => {
    unusable.length = 0;
    place = await makePlace();
    generations = await place.open(mergeSchemas(smallViews));
    history = new History();
    const thread = history.createThread(1, { sectionId: 1, subsectionId: null }, 'a thread');
    for (let n = 0; n < 5; n++) history.reply(thread, 1, `reply ${n}`);
    log = await getLog(history.events.length);
    const { store, historyId } = await openViews();
    liveBefore = { generation: store.generation, historyId };
  });
  afterEach(async () => {
    await generations.close();
    await place.remove();
  });

  async function getLog(events: number): Promise<MemoryLog> {
    const shorterLog = new MemoryLog();
    await appendHistory(shorterLog, { events: history.events.slice(0, events) } as History);
    return shorterLog;
  }

  async function openViews() {
    const build = buildInThisThread({ log, generations, views: smallViews, epoch: 1 });
    const onUnusable = (reason: string) => void unusable.push(reason);
    return openLiveViews(generations, { log, logId: 'log-a', views: 1, epoch: 1, onUnusable }, build);
  }

  async function expectRebuilt(): Promise<void> {
    const { store, historyId } = await openViews();
    expect(store.generation).toBe(liveBefore.generation + 1);
    expect(historyId).not.toBe(liveBefore.historyId);
    expect(await generations.findLive()).toMatchObject({ generation: store.generation, historyId });
    expect(await store.readCheckpoint()).toBe(await log.readHead());
    await buildInThisThread({ log, generations, views: smallViews, epoch: 1 })(99, {});
    const emptyStore = await generations.open(99);
    expect(await readContents(store, smallViews)).toEqual(await readContents(emptyStore, smallViews));
    expect(unusable).toHaveLength(1);
    expect((await openViews()).historyId).toBe(historyId);
  }

  it('reuses the views if the restored log contains their last event', async () => {
    const { store, historyId } = await openViews();
    expect({ generation: store.generation, historyId }).toEqual(liveBefore);
    expect(unusable).toEqual([]);
  });

  it('rebuilds the views if the restored log ends earlier', async () => {
    log = await getLog(history.events.length - 3);
    await expectRebuilt();
  });

  it('rebuilds the views if the restored log contains only the first event', async () => {
    log = await getLog(1);
    await expectRebuilt();
  });

  it('rebuilds the views if the log has a different event at their position', async () => {
    log = await getLog(history.events.length - 1);
    const { stream, revision, type, data, metadata } = history.events.at(-1)!;
    const otherEvent = { id: randomUUID(), type, data, metadata };
    await log.append(stream, [otherEvent], revision === 0 ? 'no-stream' : revision - 1);
    expect(await log.readHead()).toBe(history.events.at(-1)!.position);
    await expectRebuilt();
  });

  it('rebuilds the views if their last event has another position in the log', async () => {
    log = await getLog(history.events.length - 1);
    const { id, stream, revision, type, data, metadata } = history.events.at(-1)!;
    await log.append('another-1', [{ id: randomUUID(), type: 'NobodyKnows.v9', data: {}, metadata: {} }], 'no-stream');
    await log.append(stream, [{ id, type, data, metadata }], revision === 0 ? 'no-stream' : revision - 1);
    await expectRebuilt();
  });

  it('recovers from a half-written page of events that were lost', async () => {
    await generations.close();
    const crashingGenerations = await place.open(mergeSchemas(smallViews), {
      afterWrite: (written) => {
        if (written === 1) throw new Error('crash');
      },
    });
    const store = await crashingGenerations.open(liveBefore.generation);
    await store.recover(1);
    const wholeLog = await getLog(history.events.length);
    history.createThread(1, { sectionId: 1, subsectionId: null }, 'lost');
    await appendHistory(wholeLog, history);
    const fold = await PageFold.open(store, smallViews, liveLimits);
    await fold.add(history.events.at(-1)!);
    await expect(fold.apply(1)).rejects.toThrow('crash');
    await crashingGenerations.close();
    generations = await place.open(mergeSchemas(smallViews));
    if (makePlace === createSqliteFixture) return void (await openViews()); // The transaction must leave nothing behind.
    await expectRebuilt();
  });

  it('rebuilds a generation that lost its contents', async () => {
    await generations.drop(liveBefore.generation);
    await generations.open(liveBefore.generation);
    await expectRebuilt();
  });

  it('rebuilds a generation that cannot be read', async () => {
    const open = generations.open.bind(generations);
    const spy = vi.spyOn(generations, 'open').mockRejectedValueOnce(new StoreDamaged('set aside'));
    await openViews();
    expect(spy).toHaveBeenCalled();
    expect(unusable).toEqual(['rebuilding the views: set aside']);
    expect((await generations.findLive())?.generation).toBe(liveBefore.generation + 1);
    expect(await (await open(liveBefore.generation + 1)).readCheckpoint()).toBe(await log.readHead());
  });
});
