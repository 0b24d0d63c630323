import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toPosition } from '../dense-position.js';
import { beginning, type EventLog, type StoredEvent } from '../port.js';
import { newEvent } from '../testing/sample-events.js';
import { EventTable } from './event-table.js';
import { openSqliteLog } from './log.js';
import { NewestEvents } from './newest-events.js';

const written = (position: number, data = `{"n":${position}}`) => ({
  stream: 'a',
  position,
  revision: position - 1,
  events: [{ id: `id ${position}`, type: 'Sample', data, metadata: '{}' }],
});
const positionsAfter = (newest: NewestEvents, position: number, limit = 2_000) =>
  newest.after(toPosition(position), limit)?.map((event) => Number(event.position));

describe('The newest events in memory', () => {
  it('are those after a position, up to the limit', () => {
    const newest = new NewestEvents();
    expect(positionsAfter(newest, 0)).toBeUndefined();
    for (const n of [5, 6, 7]) newest.add(written(n));
    expect([positionsAfter(newest, 4), positionsAfter(newest, 5, 1), positionsAfter(newest, 7)]).toEqual([
      [5, 6, 7],
      [6],
      [],
    ]);
    expect([positionsAfter(newest, 3), positionsAfter(newest, 8)]).toEqual([undefined, undefined]);
  });

  it('begin again after a gap, and after a commit of unknown outcome', () => {
    const newest = new NewestEvents();
    newest.add(written(5));
    newest.add(written(7));
    expect([positionsAfter(newest, 4), positionsAfter(newest, 6)]).toEqual([undefined, [7]]);
    newest.clear();
    expect(positionsAfter(newest, 6)).toBeUndefined();
  });

  it('are bounded by number and by bytes', () => {
    const newest = new NewestEvents();
    for (let n = 1; n <= 1_001; n++) newest.add(written(n));
    expect([positionsAfter(newest, 500), positionsAfter(newest, 501)?.length]).toEqual([undefined, 500]);
    for (let n = 1_002; n < 1_050; n++) newest.add(written(n, JSON.stringify('x'.repeat(100_000))));
    expect(positionsAfter(newest, 1_025)).toBeUndefined();
    expect(positionsAfter(newest, 1_040)).toHaveLength(9);
  });
});

describe('A subscription of the log in SQLite', () => {
  let folder: string;
  let log: EventLog;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-newest-'));
    log = openSqliteLog(join(folder, 'log.db'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await log.close();
    rmSync(folder, { recursive: true });
  });

  async function next(following: AsyncIterator<StoredEvent[]>): Promise<StoredEvent[]> {
    const { value } = (await following.next()) as { value: StoredEvent[] };
    return value;
  }

  it('receives exactly what is read from the table, without a read of it', async () => {
    await log.append('a', [newEvent('before')], 'no-stream');
    const reads = vi.spyOn(EventTable.prototype, 'readAll');
    const following = log.subscribeAll(toPosition(1), new AbortController().signal)[Symbol.asyncIterator]();
    const data = { absent: undefined, at: new Date(0), nested: [{ text: 'ä' }] };
    const events = [{ ...newEvent('one'), data }, newEvent('two')];
    await Promise.all([log.append('a', events, 0), log.append('b', [newEvent('three')], 'no-stream')]);
    await log.append('a', events, 0); // a repeat, which writes nothing
    await log.append('b', [newEvent('four')], 0);
    const received: StoredEvent[] = [];
    while (received.length < 4) received.push(...(await next(following)));
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expect(received).toEqual((await log.readAll(beginning, 10)).slice(1));
    await following.return?.();
  });

  it('misses nothing where a commit fails', async () => {
    await log.close();
    let fails = false;
    const beforeCommit = () => {
      if (fails) throw new Error('full');
    };
    log = openSqliteLog(join(folder, 'log.db'), { beforeCommit });
    await log.append('a', [newEvent('one')], 'no-stream');
    fails = true;
    await expect(log.append('a', [newEvent('two')], 0)).rejects.toThrow('full');
    fails = false;
    await log.append('a', [newEvent('three')], 0);
    const following = log.subscribeAll(beginning, new AbortController().signal)[Symbol.asyncIterator]();
    const received: StoredEvent[] = [];
    while (received.length < 2) received.push(...(await next(following)));
    expect(received).toEqual(await log.readAll(beginning, 10));
    await following.return?.();
  });
});
