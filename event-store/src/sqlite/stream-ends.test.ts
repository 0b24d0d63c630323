import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EventLog } from '../port.js';
import { newEvent } from '../testing/sample-events.js';
import { EventTable } from './event-table.js';
import { openSqliteLog } from './log.js';
import { StreamEnds } from './stream-ends.js';

let folder: string;
let log: EventLog;
let commitFails: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-ends-'));
  commitFails = false;
  const beforeCommit = () => {
    if (commitFails) throw new Error('full');
  };
  log = openSqliteLog(join(folder, 'log.db'), { beforeCommit });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await log.close();
  rmSync(folder, { recursive: true });
});

const revisionsFrom = async (from: number, limit?: number) =>
  (await log.readStream('a', from, limit)).map(({ revision }) => revision);

it('asks the table once for the end of a stream, and again after an append to it', async () => {
  await log.append('a', [newEvent('one'), newEvent('two')], 'no-stream');
  const reads = vi.spyOn(EventTable.prototype, 'readStream');
  expect(await revisionsFrom(0)).toEqual([0, 1]);
  for (let n = 0; n < 3; n++) expect(await revisionsFrom(2)).toEqual([]);
  await log.append('b', [newEvent('other')], 'no-stream');
  expect(await revisionsFrom(2)).toEqual([]);
  expect(reads).toHaveBeenCalledTimes(1);
  await log.append('a', [newEvent('three')], 1);
  expect(await revisionsFrom(2)).toEqual([2]);
  expect(await revisionsFrom(3)).toEqual([]);
  expect(reads).toHaveBeenCalledTimes(2);
});

it('finds what is written to a stream that did not exist when it was read', async () => {
  expect(await revisionsFrom(0)).toEqual([]);
  expect(await revisionsFrom(7)).toEqual([]);
  await log.append('a', [newEvent('one')], 'no-stream');
  expect(await revisionsFrom(0)).toEqual([0]);
});

it('does not take a read from beyond the end for the end of the stream', async () => {
  await log.append('a', [newEvent('one'), newEvent('two')], 'no-stream');
  expect(await revisionsFrom(5)).toEqual([]);
  await expect(log.append('a', [newEvent('six')], 4)).rejects.toMatchObject({ expected: 4, actual: 1 });
  await log.append('a', [newEvent('three')], 1);
  expect(await revisionsFrom(0)).toEqual([0, 1, 2]);
});

it('does not take the end of a limited read for the end of the stream', async () => {
  await log.append('a', [newEvent('one'), newEvent('two')], 'no-stream');
  expect(await revisionsFrom(0, 1)).toEqual([0]);
  expect(await revisionsFrom(1)).toEqual([1]);
});

it('does not take a repeated append of earlier events for the newest one', async () => {
  const [one, two] = [newEvent('one'), newEvent('two')];
  await log.append('a', [one], 'no-stream');
  await log.append('a', [two], 0);
  expect(await revisionsFrom(0)).toEqual([0, 1]);
  await log.append('a', [one], 'no-stream');
  expect(await revisionsFrom(1)).toEqual([1]);
});

it('asks the table again after a commit that failed', async () => {
  await log.append('a', [newEvent('one')], 'no-stream');
  expect(await revisionsFrom(0)).toEqual([0]);
  commitFails = true;
  await expect(log.append('a', [newEvent('two')], 0)).rejects.toThrow('full');
  const reads = vi.spyOn(EventTable.prototype, 'readStream');
  expect(await revisionsFrom(1)).toEqual([]);
  expect(reads).toHaveBeenCalledOnce();
});

it('remembers a bounded number of streams', () => {
  const ends = new StreamEnds();
  for (let n = 0; n <= 10_000; n++) ends.foundAt(`s-${n}`, 1);
  expect([ends.isPast('s-0', 1), ends.isPast('s-1', 1), ends.isPast('s-1', 0)]).toEqual([false, true, false]);
});
