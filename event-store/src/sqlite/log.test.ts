import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable, VersionConflict, beginning } from '../port.js';
import type { EventLog } from '../port.js';
import { openSqliteLog } from './log.js';
import type { Database } from './database.js';
import { testEventLogContract } from '../testing/contract/event-log-contract.js';
import {
  followTo,
  buildEvent,
  buildEvents,
  createStreamName,
  readAfter,
  writeEvents,
} from '../testing/sample-events.js';
import { typescriptArguments } from '../testing/processes/typescript-process.js';
import { createTemporaryFolder } from '../testing/temporary-folder.js';

/** Constants from SQLite's C API. */
const sqliteOk = 0;
const sqliteSelect = 21;

testEventLogContract('SQLite log', async () => {
  const folder = createTemporaryFolder();
  const path = join(folder, 'log.db');
  let log = openSqliteLog(path);
  const reopen = async () => {
    await log.close();
    log = openSqliteLog(path);
    return log;
  };
  return { log, reopen, close: () => log.close() };
});

describe('SQLite event log', () => {
  it('syncs every commit of the log to disk', () => {
    // The setting is per connection, so it must be read on the log's own connection.
    const { db } = log as unknown as { db: Database };
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  let folder: string;
  let path: string;
  let log: EventLog;
  let commits: number;
  let fault: Error | undefined;

  const appendTo = (count: number) =>
    Array.from({ length: count }, () => log.append(createStreamName(), buildEvents(2), 'no-stream'));

  beforeEach(() => {
    folder = createTemporaryFolder();
    path = join(folder, 'log.db');
    commits = 0;
    fault = undefined;
    const beforeCommit = () => {
      commits += 1;
      if (fault) throw fault;
    };
    log = openSqliteLog(path, { beforeCommit });
  });

  afterEach(() => log.close());

  it('a new SQLite log is empty', async () => {
    expect(await log.readHead()).toBe(beginning);
    expect(await log.readAll(beginning, 10)).toEqual([]);
  });

  it('the error for a log that cannot be opened contains its path', () => {
    const missingPath = join(folder, 'missing', 'log.db');
    expect(() => openSqliteLog(missingPath)).toThrow(`Cannot open ${missingPath}.lock: `);
  });

  it('groups all appends of one event-loop turn into a single commit', async () => {
    await Promise.all(appendTo(200));
    expect(commits).toBe(1);
    for (let turn = 0; turn < 5; turn += 1) await Promise.all(appendTo(1));
    expect(commits).toBe(6);
  });

  it('splits a flood of appends into several transactions', async () => {
    await Promise.all(appendTo(1234));
    expect(commits).toBe(3);
    expect(await readAfter(log, beginning)).toHaveLength(2468);
  });

  it('does not recompile its queries', async () => {
    let queriesCompiled = 0;
    (log as unknown as { db: Database }).db.setAuthorizer((action) => {
      if (action === sqliteSelect) queriesCompiled += 1;
      return sqliteOk;
    });
    const use = async (limit: number) => {
      const stream = createStreamName();
      await log.append(stream, buildEvents(2), 'no-stream');
      await log.readStream(stream, 0, limit);
      await log.readAll(beginning, limit);
    };
    await use(1);
    queriesCompiled = 0;
    await use(2);
    expect(queriesCompiled).toBe(0);
  });

  it('a subscription delivers everything if a batch ends at its limit in bytes', async () => {
    const text = 'x'.repeat(50_000);
    for (let n = 0; n < 150; n++)
      void log.append(createStreamName(), [{ ...buildEvent(), data: { text } }], 'no-stream');
    const last = buildEvent();
    await log.append(createStreamName(), [last], 'no-stream');
    expect(await followTo(log, beginning, last.id)).toHaveLength(151);
  });

  it('a conflict does not affect other appends in the same commit', async () => {
    const takenStream = createStreamName();
    const [first, conflict, third] = await Promise.allSettled([
      log.append(takenStream, buildEvents(1), 'no-stream'),
      log.append(takenStream, buildEvents(100), 'no-stream'),
      ...appendTo(1),
    ]);
    expect(commits).toBe(1);
    expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(conflict).toMatchObject({ reason: expect.any(VersionConflict) as unknown });
    expect((await log.readAll(beginning, 10)).map((event) => Number(event.position))).toEqual([1, 2, 3]);
  });

  it('a failed commit acknowledges and stores nothing, and later appends succeed', async () => {
    const stored = await writeEvents(log, 3);
    const [stream, events] = [createStreamName(), buildEvents(2)];
    fault = new Error('disk I/O error');
    const conflict = log.append(stored[0]?.stream ?? '', buildEvents(1), 'no-stream');
    const results = await Promise.allSettled([log.append(stream, events, 'no-stream'), conflict, ...appendTo(20)]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { outcomeUnknown: true } });
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(Unavailable);
    }
    expect(await readAfter(log, beginning)).toEqual(stored);

    fault = undefined;
    expect(await log.append(stream, events, 'no-stream')).toMatchObject({ revision: 1 });
    expect((await followTo(log, beginning, events[1]?.id ?? '')).map((event) => Number(event.position))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('commits all pending appends before the log closes', async () => {
    const appends = appendTo(1_200);
    await log.close();
    const outcomes = await Promise.allSettled(appends);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    log = openSqliteLog(path);
    expect(Number(await log.readHead())).toBe(2_400);
  });

  it('rejects pending appends if the final commit fails', async () => {
    fault = new Error('disk I/O error');
    const pending = Promise.allSettled(appendTo(3));
    await log.close();
    expect((await pending).map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('a closed log rejects calls and ends subscriptions, and can be closed again', async () => {
    const next = log.subscribeAll(beginning, new AbortController().signal)[Symbol.asyncIterator]().next();
    await log.close();
    await log.close();
    expect((await next).done).toBe(true);
    for (const call of [log.readHead(), log.readAll(beginning, 1), log.readStream('x'), ...appendTo(1)]) {
      await expect(call).rejects.toMatchObject({ name: 'Unavailable', outcomeUnknown: false });
    }
  });

  it('closing the log leaves an empty write-ahead log', async () => {
    await writeEvents(log, 50);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    await log.close();
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  it('a worker thread can read the log during writes', { timeout: 60_000 }, async () => {
    const worker = new Worker(new URL('../testing/processes/reader-worker.ts', import.meta.url), {
      workerData: path,
      execArgv: typescriptArguments,
    });
    await once(worker, 'message');
    for (let turn = 0; turn < 20; turn += 1) await Promise.all(appendTo(10));
    const [{ ids, head }] = (await once(worker, 'message')) as [{ ids: string[]; head: string }];
    expect(ids).toEqual((await readAfter(log, beginning)).map((event) => event.id));
    expect(ids).toHaveLength(400);
    expect(head).toBe(await log.readHead());
  });

  it('buffers no events in memory for a consumer that stops reading', async () => {
    const stop = new AbortController();
    const batches = log.subscribeAll(beginning, stop.signal)[Symbol.asyncIterator]();
    await writeEvents(log, 1);
    await batches.next();
    const memoryBefore = measureUsedMemory();
    const body = 'x'.repeat(200_000);
    for (let turn = 0; turn < 200; turn += 1)
      await log.append(createStreamName(), [buildEvent({ turn, body })], 'no-stream');
    expect(measureUsedMemory() - memoryBefore).toBeLessThan(10_000_000);

    const sizes: number[] = [];
    while (sizes.reduce((sum, size) => sum + size, 0) < 200) {
      const batch = await batches.next();
      sizes.push((batch.value as unknown[]).length);
    }
    stop.abort();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });
});

function measureUsedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
