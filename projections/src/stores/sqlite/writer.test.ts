import { statSync } from 'node:fs';
import { join } from 'node:path';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { beginning } from '@guildhall/event-store/port.js';
import { openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPage, put, schema } from '../../testing/store-fixture.js';
import { StaleWriter } from '../../view-store.js';
import { collectDeclaredFields } from '../view-fields.js';
import { SyncAhead } from './sync-ahead.js';
import { makeTables } from './tables.js';
import { SqliteWriter, type SqliteWriterOptions } from './writer.js';

const neverMs = 1_000_000;
const declaredFields = collectDeclaredFields(schema);

let path: string;
let db: Database;
let otherConnection: Database;
beforeEach(() => {
  path = join(createTemporaryFolder(), 'views.db');
  db = openDatabase(path, { synchronous: 'NORMAL' });
  makeTables(db, schema, declaredFields, true);
  otherConnection = openDatabase(path, { readOnly: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const connection of [otherConnection, db]) connection.close();
});

const openWriter = (options: Partial<SqliteWriterOptions> = {}) =>
  new SqliteWriter(db, declaredFields, (sql) => db.prepare(sql), { commitEveryMs: neverMs, ...options });
const readState = (connection: Database) =>
  (connection.prepare('SELECT checkpoint FROM _state').get() as { checkpoint: string }).checkpoint;
const readIds = (connection: Database) =>
  (connection.prepare('SELECT id FROM posts ORDER BY id').all() as { id: number }[]).map(({ id }) => id);
const measureWal = () => statSync(`${path}-wal`).size;

/** Each statement fails once, after those before it have failed. */
function failInOrder(...statements: string[]): void {
  const exec = db.exec.bind(db);
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql !== statements[0]) return exec(sql);
    statements.shift();
    if (db.isTransaction) exec('ROLLBACK');
    throw new Error('database or disk is full');
  });
}

describe('SQLite view writer', () => {
  it('starts a sync after a shared commit to speed up the next checkpoint', () => {
    const start = vi.spyOn(SyncAhead.prototype, 'start');
    start.mockImplementation(() => expect(readState(otherConnection)).toBe(toPosition(1)));
    const writer = openWriter();
    writer.apply(buildPage(1, [put('posts', 1, 1, { number: 1 })]));
    expect(start).not.toHaveBeenCalled();
    writer.end();
    expect(start).toHaveBeenCalledTimes(1);
    openWriter({ commitEveryMs: 0 }).apply(buildPage(2, [put('posts', 1, 2, { number: 2 })]));
    expect(start).toHaveBeenCalledTimes(1); // No sync is started while views are built, since nothing waits for them.
  });

  it('commits pages in batches and writes a document shared by several pages only once', () => {
    const writer = openWriter();
    const sizeBefore = measureWal();
    for (let n = 1; n <= 50; n++) writer.apply(buildPage(n, [put('posts', 1, n, { number: n })]));
    expect(writer.readState().checkpoint).toBe(toPosition(50));
    expect([readState(otherConnection), measureWal()]).toEqual([beginning, sizeBefore]);
    writer.end();
    expect(readState(otherConnection)).toBe(toPosition(50));
    expect(measureWal() - sizeBefore).toBeLessThan(10 * 4_200);
  });

  it('commits early if pages contain many documents', () => {
    const writer = openWriter();
    const buildManyWrites = (from: number) => Array.from({ length: 1_600 }, (_, i) => put('posts', from + i, from));
    writer.apply(buildPage(1, buildManyWrites(1)));
    expect(readState(otherConnection)).toBe(beginning);
    writer.apply(buildPage(2_001, buildManyWrites(2_001)));
    expect(readState(otherConnection)).toBe(toPosition(2_001));
    writer.apply(buildPage(4_001, [put('posts', 1, 4_001)]));
    expect(readState(otherConnection)).toBe(toPosition(2_001));
    writer.end();
  });

  it('commits a page without waiting for the next one', async () => {
    openWriter({ commitEveryMs: 1 }).apply(buildPage(1, [put('posts', 1, 1)]));
    await vi.waitFor(() => expect(readState(otherConnection)).toBe(toPosition(1)));
  });

  it('rolls back a failed page and preserves the pages before it', () => {
    const writer = openWriter({
      afterWrite: (written) => {
        if (written === 1 && writer.readState().checkpoint === toPosition(1)) throw new Error('broken');
      },
    });
    writer.apply(buildPage(1, [put('posts', 1, 1)]));
    expect(() => writer.apply(buildPage(2, [put('posts', 2, 2), put('posts', 3, 2)]))).toThrow('broken');
    expect([writer.readState().checkpoint, readIds(db)]).toEqual([toPosition(1), [1]]);
    writer.end();
    expect([readState(otherConnection), readIds(otherConnection)]).toEqual([toPosition(1), [1]]);
  });

  it('discards cached state at the end of its transaction', () => {
    const writer = openWriter();
    writer.apply(buildPage(1, [put('posts', 1, 1)]));
    expect(writer.readState().checkpoint).toBe(toPosition(1));
    writer.end();
    const other = openDatabase(path, { synchronous: 'NORMAL' });
    other.exec('UPDATE _state SET epoch = 9');
    other.close();
    expect(writer.readState()).toMatchObject({ checkpoint: toPosition(1), epoch: 9 });
    expect(() => writer.apply(buildPage(2, [put('posts', 2, 2)]))).toThrow(StaleWriter);
    expect(readIds(db)).toEqual([1]);
  });

  it("rewrites a failed commit's pages before the next page", () => {
    const writer = openWriter();
    writer.apply(buildPage(1, [put('posts', 1, 1)]));
    writer.apply(buildPage(2, [put('posts', 2, 2)]));
    failInOrder('COMMIT');
    expect(() => writer.end()).toThrow('full');
    // The writer's own connection reads what it has written.
    expect([readIds(db), readIds(otherConnection)]).toEqual([[1, 2], []]);
    writer.apply(buildPage(3, [put('posts', 3, 3)]));
    expect(readIds(db)).toEqual([1, 2, 3]);
    writer.end();
    expect([readState(otherConnection), readIds(otherConnection)]).toEqual([toPosition(3), [1, 2, 3]]);
  });

  it.each([
    ['written again at once', ['COMMIT'], [1]],
    ['rolled back', ['COMMIT', 'BEGIN IMMEDIATE'], []],
  ])('automatically retries a failed commit whose pages were %s', async (_, statements, ownIds) => {
    vi.useFakeTimers();
    const writer = openWriter({ commitEveryMs: 25 });
    writer.apply(buildPage(1, [put('posts', 1, 1)]));
    failInOrder(...statements);
    await vi.advanceTimersByTimeAsync(25);
    expect([readIds(db), readIds(otherConnection)]).toEqual([ownIds, []]);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect([readState(otherConnection), readIds(otherConnection)]).toEqual([toPosition(1), [1]]);
  });
});
