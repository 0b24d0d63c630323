import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@guildhall/event-store/sqlite-database.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteGenerations } from './sqlite-generations.js';
import { viewStoreContract } from './testing/view-store-contract.js';
import { at, page, put, schema } from './testing/view-store-place.js';
import { StoreUnavailable } from './view-store.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'guildhall-views-'));

viewStoreContract('SQLite', async () => {
  const folder = newFolder();
  return {
    open: (schema, options) => openSqliteGenerations(folder, schema, options),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

describe('The view files of SQLite', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are one database a generation and a pointer, and a dropped one leaves nothing behind', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    for (const number of [1, 2]) await (await generations.open(number)).apply(page(1, [put('posts', 1, 1)]));
    await generations.setLive({ log: 'x', views: 1, generation: 2 });
    await generations.drop(1);
    await generations.close();
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['views-2.db', 'views-live.json']));
    expect(names.filter((name) => name.startsWith('views-1') || name.endsWith('.new'))).toEqual([]);
  });

  it('answer queries from the declared indexes', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    await generations.open(1);
    await generations.close();
    const db = openDatabase(join(folder, 'views-1.db'));
    const plan = (sql: string) => (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])[0]?.detail;
    expect(plan('SELECT body FROM posts WHERE f_thread = ? AND f_number > ? AND f_number < 0 ORDER BY f_number')).toBe(
      'SEARCH posts USING INDEX posts: f_thread, f_number (f_thread=? AND f_number>? AND f_number<?)',
    );
    expect(plan('SELECT body FROM posts WHERE id IN (?, ?)')).toMatch(/^SEARCH posts USING INDEX .*\(id=\?\)$/);
    expect(plan('DELETE FROM posts WHERE pos < ?')).toMatch(/^SEARCH posts .*\(pos<\?\)$/);
    db.close();
  });

  it('that another process keeps locked are unavailable, not broken', { timeout: 15_000 }, async () => {
    const generations = await openSqliteGenerations(folder, schema);
    const store = await generations.open(1);
    const other = openDatabase(join(folder, 'views-1.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(store.apply(page(1, []))).rejects.toThrow(StoreUnavailable);
    other.exec('ROLLBACK');
    other.close();
    await store.apply(page(1, []));
    expect(await store.checkpoint()).toBe(at(1));
    await generations.close();
  });
});
