import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildInThisThread } from './builder.js';
import type { Builder } from './builder.js';
import { pruneChanges } from '../runner/prune-changes.js';
import { Runner } from '../runner/runner.js';
import { appendHistory } from '../testing/append-history.js';
import { History } from '../testing/random-history.js';
import { followThreads } from '../testing/open-small-views.js';
import { smallViews } from '../testing/small-views.js';
import { buildEventAt } from '../testing/store-fixture.js';
import { verify } from './verify.js';
import type { VerifyOptions } from './verify.js';
import type { ViewDocument, ViewGenerations, ViewStore } from '../view-store.js';

describe('verifying the views', () => {
  let generations: ViewGenerations;
  let live: ViewStore;
  let log: MemoryLog;
  let runner: Runner;
  let history: History;
  let build: Builder;
  beforeEach(async () => {
    ({ generations, live, log, runner, history, build } = await followThreads(1200));
  });

  const check = (options: Partial<VerifyOptions> = {}) =>
    verify({ log, generations, views: smallViews, epoch: 1, build, runner, ...options });
  const waitUntilLive = async () => {
    const head = await log.readHead();
    while ((await live.readCheckpoint()) < head) await sleep(2);
    return head;
  };
  const tamper = async (collection: string, id: string, change: Record<string, unknown>) => {
    let pos: string;
    let written: ViewDocument | undefined;
    do {
      const head = await waitUntilLive();
      pos = `${head}+`; // Later than the runner's position, so the store retains it.
      const [storedDocument] = await live.getMany<ViewDocument>(collection, [id]);
      const write = { collection, id, pos, document: { id, ...storedDocument, ...change, pos }, stored: null };
      await live.apply({ writes: [write], last: buildEventAt(head), epoch: 1 });
      [written] = await live.getMany<ViewDocument>(collection, [id]); // The runner may have applied a later page first.
    } while (written?.pos !== pos);
  };
  const remove = async (collection: string, id: string) => {
    await waitUntilLive();
    const { db } = live as unknown as { db: Database };
    db.prepare(`DELETE FROM "${collection}" WHERE id = ?`).run(id);
  };

  it('verification finds no differences in intact views and cleans up afterwards', async () => {
    expect(await check()).toEqual({ position: await log.readHead(), documents: 2410, differences: [], more: false });
    expect(await generations.list()).toEqual([1]);
    expect((await runner.getStatus()).state).toBe('following');
  });

  it('verification reports a changed document and its changed fields in order', async () => {
    await tamper('streams', 'thread-1700', { text: 'forged', added: 1, absent: undefined });
    expect((await check()).differences).toEqual([
      { collection: 'streams', id: 'thread-1700', kind: 'different', fields: ['added', 'pos', 'text'] },
    ]);
  });

  it('verification reports missing and unexpected documents', async () => {
    await remove('streams', 'thread-1001');
    await tamper('streams', 'thread-0', { text: 'out of nowhere' });
    expect((await check()).differences).toEqual([
      { collection: 'streams', id: 'thread-1001', kind: 'missing', fields: [] },
      { collection: 'streams', id: 'thread-0', kind: 'extra', fields: [] },
    ]);
  });

  it('verification during writes finds a changed document, but no false differences', async () => {
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        for (let n = 0; n < 7; n++) history.reply(1000 + n, 1, `reply ${history.events.length}`);
        await appendHistory(log, history);
        await sleep(1);
      }
    })();
    const countBefore = history.events.length;
    const clean = await check();
    await tamper('streams', 'thread-1100', { revision: 7 });
    const reportAfterTampering = await check();
    isWriting = false;
    await writer;
    expect(clean.differences).toEqual([]);
    expect(reportAfterTampering.differences).toEqual([
      { collection: 'streams', id: 'thread-1100', kind: 'different', fields: ['pos', 'revision'] },
    ]);
    expect(history.events.length).toBeGreaterThan(countBefore + 20);
  });

  it('verification rechecks newer changes to the live views at an equal position', async () => {
    await waitUntilLive();
    // Applies one more event after each read of the build so that the counts always differ until the pause.
    const outpacedLog: VerifyOptions['log'] = {
      readAll: async (after, limit) => {
        const events = await log.readAll(after, limit);
        history.reply(1000, 1, 'in between');
        await appendHistory(log, history);
        if ((await runner.getStatus()).state === 'following') await waitUntilLive();
        return events;
      },
    };
    const laggingBuilder = buildInThisThread({ log: outpacedLog, generations, views: smallViews, epoch: 1 });
    expect((await check({ log: outpacedLog, build: laggingBuilder })).differences).toEqual([]);
  });

  it('verification compares pruned collections only from their pruned position', async () => {
    await pruneChanges(live, smallViews, history.events[600]!.position);
    expect(await check()).toMatchObject({ documents: 2410 - 600, differences: [] });
    const pruneOnceBuilt: Builder = async (generation, options) => {
      await build(generation, options);
      await pruneChanges(live, smallViews, history.events[900]!.position);
    };
    expect((await check({ build: pruneOnceBuilt })).differences).toEqual([]);
    await tamper('lines', history.events[950]!.position, { type: 'forged' });
    await remove('lines', history.events[1000]!.position);
    expect((await check()).differences).toMatchObject([{ kind: 'different' }, { kind: 'missing' }]);
  });

  it('verification reports the first thousand differences, and whether there are more', async () => {
    const empty = await generations.open(9);
    await empty.apply({ writes: [], last: buildEventAt(await log.readHead()), epoch: 1 });
    await runner.pause();
    runner.resume(empty);
    const report = await check();
    expect(report.differences).toHaveLength(1000);
    expect(report.more).toBe(true);
  });

  it('a cancelled verification cleans up', async () => {
    await expect(check({ signal: AbortSignal.abort(new Error('called off')) })).rejects.toThrow('called off');
    const abort = new AbortController();
    const buildThenCatchUp: Builder = async (generation, options) => {
      await build(generation, options);
      abort.abort(new Error('called off'));
    };
    await expect(check({ signal: abort.signal, build: buildThenCatchUp })).rejects.toThrow('called off');
    expect(await generations.list()).toEqual([1]);
    expect((await runner.getStatus()).state).toBe('following');
  });
});
