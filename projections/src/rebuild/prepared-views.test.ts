import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { takeProcessLock } from '@guildhall/event-store/sqlite/process-lock.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildInThisThread } from './builder.js';
import { openLiveViews } from './live-generation.js';
import { buildFromPrepared, prepareViews, type PreparedViews } from './prepared-views.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { smallViews } from '../testing/small-views.js';
import { readContents, mergeSchemas } from '../testing/store-fixtures.js';
import type { ViewGenerations } from '../view-store.js';

const schema = mergeSchemas(smallViews);

describe('preparing views for the next version', () => {
  let folder: string;
  let generations: ViewGenerations;
  let log: MemoryLog;
  let history: History;
  let thread: number;
  let historyId: string;
  beforeEach(async () => {
    folder = createTemporaryFolder();
    generations = await openSqliteGenerations(folder, schema);
    history = new History();
    thread = history.createThread(1, { sectionId: 1, subsectionId: null }, 'a thread');
    for (let n = 0; n < 20; n++) history.reply(thread, 1, `reply ${n}`);
    log = new MemoryLog();
    await appendHistory(log, history);
    const build = buildInThisThread({ log, generations, views: smallViews, epoch: 1 });
    ({ historyId } = await openLiveViews(generations, { log, logId: 'log-a', views: 1, epoch: 1 }, build));
  });
  afterEach(() => generations.close());

  const buildNextVersion = (): PreparedViews => ({
    folder,
    log,
    logId: 'log-a',
    version: 2,
    schema,
    views: smallViews,
    epoch: 1,
  });

  async function continueLog(): Promise<void> {
    const eventCount = history.events.length;
    for (let n = 0; n < 3; n++) history.reply(thread, 1, `later ${n}`);
    await appendHistory(log, { events: history.events.slice(eventCount) } as History);
  }

  /** @returns the number of folded events */
  async function start(): Promise<{ foldedCount: number; historyId: string }> {
    let foldedCount = 0;
    const localBuild = buildInThisThread({ log, generations, views: smallViews, epoch: 1 });
    const build = buildFromPrepared(buildNextVersion(), (generation) =>
      localBuild(generation, { onProgress: ({ done }) => (foldedCount = Math.max(foldedCount, done)) }),
    );
    const liveViews = await openLiveViews(generations, { log, logId: 'log-a', views: 2, epoch: 1 }, build);
    expect(await generations.findLive()).toMatchObject({ views: 2, generation: liveViews.store.generation });
    await localBuild(99, {});
    const emptyStore = await generations.open(99);
    expect(await readContents(liveViews.store, smallViews)).toEqual(await readContents(emptyStore, smallViews));
    expect(await liveViews.store.readCheckpoint()).toBe(await log.readHead());
    await generations.drop(99);
    return { foldedCount, historyId: liveViews.historyId };
  }

  it('the next start uses prepared views, adds newer events and keeps the history', async () => {
    const liveBefore = await generations.findLive();
    await prepareViews(buildNextVersion());
    expect(await generations.findLive()).toEqual(liveBefore);
    expect(await generations.list()).toEqual([liveBefore?.generation]);
    await continueLog();
    expect(await start()).toEqual({ foldedCount: 3, historyId });
    expect(existsSync(join(folder, 'views-next'))).toBe(false);
  });

  it('preparing views again starts from scratch', async () => {
    await prepareViews(buildNextVersion());
    await continueLog();
    await prepareViews(buildNextVersion());
    expect((await start()).foldedCount).toBe(0);
  });

  it.each<[string, () => Promise<void>]>([
    ['of another version', () => prepareViews({ ...buildNextVersion(), version: 3 })],
    ['of another log', () => prepareViews({ ...buildNextVersion(), logId: 'log-b' })],
    ['of events that the log has lost', prepareLostEvents],
    ['damaged', prepareDamaged],
    ['still being prepared', prepareUnfinished],
  ])('the next start ignores prepared views that are %s', async (_, prepare) => {
    await prepare();
    expect((await start()).foldedCount).toBe(history.events.length);
  });

  async function prepareLostEvents(): Promise<void> {
    const otherHistory = new History();
    for (let n = 0; n < 30; n++) otherHistory.createThread(1, { sectionId: 1, subsectionId: null }, `lost ${n}`);
    const longerLog = new MemoryLog();
    await appendHistory(longerLog, otherHistory);
    await prepareViews({ ...buildNextVersion(), log: longerLog });
  }

  async function prepareDamaged(): Promise<void> {
    await prepareViews(buildNextVersion());
    writeFileSync(join(folder, 'views-next', 'views-1.db'), 'no database '.repeat(2_000));
  }

  async function prepareUnfinished(): Promise<void> {
    await prepareViews(buildNextVersion());
    const release = takeProcessLock(join(folder, 'views-next-building'));
    onTestFinished(release);
  }
});
