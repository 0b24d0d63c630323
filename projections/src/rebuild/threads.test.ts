import { setImmediate as nextTurn } from 'node:timers/promises';
import { MemoryLog } from '@guildhall/event-store/memory/log.js';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { textOfRows, type EventRow } from '@guildhall/event-store/sqlite/event-rows.js';
import { fromPosition } from '@guildhall/event-store/dense-position.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildGeneration } from './build-generation.js';
import { ReaderThread } from './reader-thread.js';
import { WriterThread } from './writer-thread.js';
import { PoisonError } from '../runner/poison.js';
import { openSqliteGenerations, type SqliteGenerations } from '../stores/sqlite/generations.js';
import type { Rows } from '../stores/sqlite/bulk-writer.js';
import type { SqliteViewStore } from '../stores/sqlite/store.js';
import { declaredFields } from '../stores/view-fields.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { smallViews } from '../testing/small-views.js';
import { contentsOf, schemaOf } from '../testing/store-fixtures.js';
import { StoreUnavailable } from '../view-store.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Functions = Record<string, (...args: never[]) => unknown>;

/** What `ThreadCalls` is to another thread, here a few turns of the event loop away. `failing`: throws for some calls. */
function threadOf(functions: Functions, failing: (name: string) => void = () => undefined) {
  const called: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const run = async (name: string, args: unknown[]): Promise<unknown> => {
    await nextTurn();
    called.push(name);
    failing(name);
    return functions[name]?.(...(structuredClone(args) as never[]));
  };
  const call = <T>(name: string, ...args: unknown[]): Promise<T> => {
    const done = last.then(() => run(name, args));
    last = done.catch(() => undefined);
    return done as Promise<T>;
  };
  return { called, call, close: async () => void (await last) };
}

const history = new History();
for (let n = 0; n < 294; n++) history.createThread(1, { sectionId: 1, subsectionId: null }, `thread ${n}`);
const { events } = history;
const positionOf = (n: number) => events[n - 1]!.position;

describe('A build with a thread that writes', () => {
  let folder: string;
  let log: MemoryLog;
  let here: SqliteViewStore;
  let there: SqliteViewStore;
  let generations: SqliteGenerations;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-threads-'));
    generations = await openSqliteGenerations(folder, schemaOf(smallViews));
    here = await generations.open(1, { building: true });
    there = await generations.open(1, { building: true });
    log = new MemoryLog();
    await appendHistory(log, history);
  });
  afterEach(async () => {
    await generations.close();
    rmSync(folder, { recursive: true });
  });
  const writerOf = (failing?: (name: string) => void, spoil?: (rows: Rows) => boolean) => {
    const thread = threadOf(
      {
        writeRows: (rows: Rows) => there.writeRows(spoil?.(rows) ? { ...rows, collection: 'nowhere' } : rows),
        finishPage: (...page: Parameters<SqliteViewStore['finishPage']>) => there.finishPage(...page),
        recover: (epoch: number) => there.recover(epoch),
        setMeta: (...meta: Parameters<SqliteViewStore['setMeta']>) => there.setMeta(...meta),
      },
      failing,
    );
    return { thread, store: new WriterThread(thread, here, declaredFields(schemaOf(smallViews))) };
  };
  const build = async (store: WriterThread) => {
    const options = { log, store, views: smallViews, epoch: 1, pageEvents: 20 };
    const outcome = await buildGeneration(options).catch((error: unknown) => error);
    await store.close();
    here = await generations.open(1, { building: true });
    return outcome;
  };
  const counts = async () => (await contentsOf(here, smallViews)).counts;

  it('folds one page ahead, and ends with all of them written', async () => {
    let inProgress = 0;
    let most = 0;
    const { thread, store } = writerOf((name) => {
      if (name === 'finishPage') inProgress--;
    });
    const apply = store.apply.bind(store);
    store.apply = async (page) => {
      await apply(page);
      most = Math.max(most, ++inProgress);
    };
    expect(await build(store)).toBe(await log.head());
    expect(most).toBe(1);
    expect(thread.called.filter((name) => name === 'finishPage')).toHaveLength(events.length / 20);
    expect(await here.checkpoint()).toBe(await log.head());
    expect(await counts()).toMatchObject([{ threads: 294 }]);
  });

  it('names the one event whose page cannot be written, and writes the events before it', async () => {
    const spoiled = positionOf(50);
    const { store } = writerOf(undefined, (rows) => JSON.stringify(rows).includes(`"${spoiled}"`));
    const stopped = await build(store);
    expect(stopped).toBeInstanceOf(PoisonError);
    expect((stopped as PoisonError).poison).toMatchObject({
      position: spoiled,
      error: 'TypeError: There is no collection "nowhere"',
    });
    expect(await here.checkpoint()).toBe(positionOf(49));
    expect(await counts()).toMatchObject([{ threads: 43 }]);
  });

  it('goes on from its checkpoint after a page could not be written for a while', async () => {
    const reads = { atOnce: vi.spyOn(here, 'readNow'), awaited: vi.spyOn(here, 'getMany') };
    let refused = 0;
    const { store } = writerOf((name) => {
      if (name === 'finishPage' && ++refused % 4 === 3) throw new StoreUnavailable('busy');
    });
    expect(await build(store)).toBe(await log.head());
    expect(reads.atOnce).toHaveBeenCalled(); // a fold that goes on has nothing in memory
    expect(reads.awaited).not.toHaveBeenCalled();
    expect(await counts()).toMatchObject([{ threads: 294 }]);
  });

  it('fails when its thread has ended', async () => {
    const ended = new Error('The writer-worker has ended');
    let isEnded = false;
    const { store } = writerOf((name) => {
      if (name !== 'recover' || isEnded) throw ended;
      isEnded = true;
    });
    expect(await build(store)).toBe(ended);
  });
});

describe('A thread that reads the log', () => {
  const rows = events.map(({ position, stream, revision, id, type, data, metadata }): EventRow => {
    return [fromPosition(position), stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata), null];
  });
  const after = (position: Position, limit: number) => {
    const from = fromPosition(position);
    return textOfRows(position, rows.slice(from, from + limit));
  };
  const direct = { readAll: async () => [events[0]!] };

  const started = async (thread: ReturnType<typeof threadOf>) => {
    const reader = new ReaderThread(thread, direct);
    await thread.close();
    await nextTurn();
    return reader;
  };

  it('is not waited for while it starts', async () => {
    const thread = threadOf({ readText: after });
    expect(await new ReaderThread(thread, direct).readAll(beginning, 100)).toEqual([events[0]]);
  });

  it('is one batch ahead', async () => {
    const thread = threadOf({ readText: after });
    const reader = await started(thread);
    expect(await reader.readAll(beginning, 100)).toEqual(events.slice(0, 100));
    await thread.close();
    expect(thread.called).toHaveLength(3);
    expect(await reader.readAll(positionOf(100), 100)).toEqual(events.slice(100, 200));
    expect(await reader.readAll(positionOf(50), 10)).toEqual(events.slice(50, 60));
    expect(await reader.readAll(positionOf(events.length), 10)).toEqual([]);
  });

  it.each([
    ['cannot read it', () => Promise.reject(new Error('damaged'))],
    ['finds no checksums', () => null],
  ])('leaves it to the log itself where it %s', async (_, readText) => {
    const reader = await started(threadOf({ readText }));
    expect(await reader.readAll(beginning, 100)).toEqual([events[0]]);
  });
});
