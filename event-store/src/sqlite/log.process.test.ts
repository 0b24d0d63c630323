import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginning } from '../port.js';
import type { EventLog, StoredEvent } from '../port.js';
import { LogInUse } from './process-lock.js';
import { openSqliteLog } from './log.js';
import type { SentAppend } from '../testing/processes/log-process.js';
import { readAfter, writeEvents } from '../testing/sample-events.js';
import { startTypescript } from '../testing/processes/typescript-process.js';
import type { LineProcess } from '../testing/processes/typescript-process.js';
import { createTemporaryFolder } from '../testing/temporary-folder.js';

describe('SQLite log used by several processes', { timeout: 180_000 }, () => {
  let path: string;
  let runningProcesses: LineProcess[];

  const start = (writers = 0, fileBlocks?: number) => {
    const startedProcess = startTypescript('log-process.ts', [path, String(writers)], fileBlocks);
    runningProcesses.push(startedProcess);
    return startedProcess;
  };

  beforeEach(() => {
    path = join(createTemporaryFolder(), 'log.db');
    runningProcesses = [];
  });

  afterEach(async () => {
    for (const { child } of runningProcesses) child.kill('SIGKILL');
    await Promise.all(runningProcesses.map(({ output: ended }) => ended));
  });

  it('a second process cannot open the log, and the error states the file and the first process', async () => {
    const log = openSqliteLog(path);
    const refusal = `refused LogInUse: The event log ${path} is in use by process ${process.pid}`;
    expect(await start().readLine('')).toBe(refusal);
    expect(() => openSqliteLog(path)).toThrow(LogInUse);
    expect(await start().readLine('')).toBe(refusal);
    await writeEvents(log, 3);
    await log.close();
    expect(await start().readLine('')).toBe('open');
  });

  it('the log is released if the process that uses it is killed', async () => {
    const holder = start();
    await holder.readLine('open');
    expect(() => openSqliteLog(path)).toThrow(`is in use by process ${holder.child.pid}`);
    holder.child.kill('SIGKILL');
    await holder.output;
    const log = openSqliteLog(path);
    await writeEvents(log, 1);
    await log.close();
  });

  it('loses and duplicates no acknowledged events if the process is killed during appends', async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const rounds: { kept: number; inFlight: number }[] = [];
    for (let round = 0; round < 5; round += 1) {
      const killedProcess = start(16);
      await killedProcess.readLine('kept');
      await sleep(random() * 250);
      killedProcess.child.kill('SIGKILL');
      const { kept, sent } = parseReport(await killedProcess.output);
      const log = openSqliteLog(path);
      expectConfirmed(await readAfter(log, beginning, 5000), kept);
      const inFlight = listUnanswered(sent, kept);
      await repeatAll(log, inFlight);
      expectEachOnce(await readAfter(log, beginning, 5000), sent);
      await log.close();
      rounds.push({ kept: kept.size, inFlight: inFlight.length });
    }
    console.log(`seed ${seed}, rounds ${JSON.stringify(rounds)}`);
    expect(rounds.some(({ inFlight }) => inFlight > 0)).toBe(true);
  });

  it('on a full disk, the log acknowledges only stored events and remains readable', async () => {
    const limitedProcess = start(16, 4096);
    const failure = await limitedProcess.readLine('failed');
    limitedProcess.child.kill('SIGKILL');
    const { kept, sent } = parseReport(await limitedProcess.output);
    expect(failure).toMatch(/^failed Unavailable, \d+ events can be read$/);
    expect(Number(/\d+/.exec(failure)?.[0])).toBeGreaterThanOrEqual(kept.size * 3);
    expect(kept.size).toBeGreaterThan(0);
    expect(kept.size).toBeLessThan(sent.length);
    const log = openSqliteLog(path);
    expectConfirmed(await readAfter(log, beginning, 5000), kept);
    await repeatAll(log, listUnanswered(sent, kept));
    expectEachOnce(await readAfter(log, beginning, 5000), sent);
    await log.close();
  });
});

type ConfirmedAppends = Map<string, { revision: number; position: string }>;

function parseReport(lines: string[]): { sent: SentAppend[]; kept: ConfirmedAppends } {
  const listAfter = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  const confirmedAppends = listAfter('kept ').map((line): [string, { revision: number; position: string }] => {
    const [id = '', revision = '', position = ''] = line.split(' ');
    return [id, { revision: Number(revision), position }];
  });
  return { sent: listAfter('sent ').map((json) => JSON.parse(json) as SentAppend), kept: new Map(confirmedAppends) };
}

function listUnanswered(sent: SentAppend[], kept: ConfirmedAppends): SentAppend[] {
  return sent.filter(({ events }) => !kept.has(events[0]?.id ?? ''));
}

function expectConfirmed(stored: StoredEvent[], kept: ConfirmedAppends): void {
  const indexes = new Map(stored.map((event, index) => [event.id, index]));
  for (const [id, { revision, position }] of kept) {
    const last = stored[(indexes.get(id) ?? -10) + 2];
    expect(last).toMatchObject({ revision, position });
  }
}

async function repeatAll(log: EventLog, appends: SentAppend[]): Promise<void> {
  await Promise.all(
    appends.map(({ stream, events, expectedRevision }) => log.append(stream, events, expectedRevision)),
  );
}

function expectEachOnce(stored: StoredEvent[], sent: SentAppend[]): void {
  const ids = new Set(stored.map((event) => event.id));
  expect(ids.size).toBe(stored.length);
  expect(sent.flatMap(({ events }) => events).filter((event) => !ids.has(event.id))).toEqual([]);
  const next = new Map<string, number>();
  for (const { stream, revision } of stored) {
    expect(revision).toBe(next.get(stream) ?? 0);
    next.set(stream, revision + 1);
  }
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
