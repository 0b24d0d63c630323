import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteGenerations } from './generations.js';
import { buildSelectSql } from './query.js';
import { testViewStore } from '../../testing/contract/view-store-contract.js';
import { buildPage, put, schema } from '../../testing/store-fixture.js';
import { createSqliteFixture } from '../../testing/store-fixtures.js';
import { StoreDamaged, StoreUnavailable } from '../../view-store.js';

testViewStore('SQLite', createSqliteFixture);

describe('SQLite view files', () => {
  let folder: string;
  beforeEach(() => void (folder = createTemporaryFolder()));

  it('creates one database per generation and removes it when the generation is dropped', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    for (const number of [1, 2]) await (await generations.open(number)).apply(buildPage(1, [put('posts', 1, 1)]));
    await generations.setLive({ log: 'x', views: 1, generation: 2, historyId: '0000000a' }, 1);
    await generations.drop(1);
    await generations.close();
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['views-2.db', 'views-live.json']));
    expect(names.filter((name) => name.startsWith('views-1') || name.endsWith('.new'))).toEqual([]);
  });

  it('view queries use the declared indexes', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    await generations.open(1);
    await generations.close();
    const db = openDatabase(join(folder, 'views-1.db'));
    const explain = (sql: string) => (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])[0]?.detail;
    expect(
      explain('SELECT body FROM posts WHERE f_thread = ? AND f_number > ? AND f_number < 0 ORDER BY f_number'),
    ).toBe('SEARCH posts USING INDEX posts: f_thread, f_number (f_thread=? AND f_number>? AND f_number<?)');
    expect(explain('SELECT body FROM posts WHERE id IN (?, ?)')).toMatch(/^SEARCH posts USING INDEX .*\(id=\?\)$/);
    expect(explain('DELETE FROM posts WHERE pos < ?')).toMatch(/^SEARCH posts .*\(pos<\?\)$/);
    db.close();
  });

  it('a range scan reads only between its two bounds', () => {
    const { sql, values } = buildSelectSql('id', 'posts', { id: { $gte: 'a', $lt: 'b' } });
    expect(sql).toBe('SELECT id FROM "posts" WHERE id >= ? AND id < ?');
    expect(values).toEqual(['a', 'b']);
    expect(buildSelectSql('id', 'posts', { id: { $gte: 'a' } }).sql).toContain("id < x''");
    expect(buildSelectSql('id', 'posts', { id: { $gt: 5, $lt: 'b' } }).sql).toContain("id < ''");
  });

  const damageCases: [string, (path: string) => void][] = [
    ['are not a database', (path) => writeFileSync(path, 'no database '.repeat(2_000))],
    ['are truncated', (path) => truncateSync(path, statSync(path).size / 2)],
    ['contain garbage after the header', (path) => writeFileSync(path, overwriteAfterHeader(readFileSync(path)))],
  ];
  it.each(damageCases)('sets aside view files that %s, but no older ones', async (_, damageFile) => {
    for (const number of [1, 2]) {
      const writer = createTemporaryFolder();
      const oldGenerations = await openSqliteGenerations(writer, schema);
      await (await oldGenerations.open(number)).apply(buildPage(1, [put('posts', 1, 1, { text: 'x'.repeat(50_000) })]));
      await oldGenerations.close();
      // Opens a copy because SQLite caches the files that this process has opened.
      const file = join(folder, `views-${number}.db`);
      copyFileSync(join(writer, `views-${number}.db`), file);
      damageFile(file);
      const generations = await openSqliteGenerations(folder, schema);
      await expect(generations.open(number)).rejects.toThrow(StoreDamaged);
      expect(await generations.list()).toEqual([]);
      await generations.close();
      const names = readdirSync(folder).filter((name) => !name.endsWith('-wal'));
      expect(names).toEqual([`views-${number}.db.damaged`]);
    }
  });

  it('every kind of read reports damage that it encounters', async () => {
    const oldGenerations = await openSqliteGenerations(folder, schema);
    const writtenStore = await oldGenerations.open(3);
    await writtenStore.apply(buildPage(1, [put('posts', 1, 1), put('posts', 2, 1)]));
    await writtenStore.setMeta('any', 1);
    await oldGenerations.close();
    const db = openDatabase(join(folder, 'views-3.db'));
    db.exec(`UPDATE posts SET body = '{"id":' WHERE id = 2; UPDATE _meta SET value = '{'`);
    db.close();
    const generations = await openSqliteGenerations(folder, schema);
    const reportedDamage: [number, StoreDamaged][] = [];
    const store = await generations.open(3);
    generations.onDamaged((...damage) => reportedDamage.push(damage));
    expect(await store.getMany('posts', [1])).toHaveLength(1);
    expect(reportedDamage).toEqual([]);
    const scan = store.scan('posts')[Symbol.asyncIterator]();
    const reads = [() => store.getMany('posts', [2]), () => store.find('posts', {}), () => scan.next()];
    for (const read of [...reads, () => store.getMeta('any')]) await expect(read()).rejects.toThrow(StoreDamaged);
    expect(reportedDamage).toEqual(Array.from({ length: 4 }, () => [3, expect.any(StoreDamaged) as StoreDamaged]));
    await generations.close();
  });

  it('there is no live generation if the pointer file cannot be read', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    writeFileSync(join(folder, 'views-live.json'), '{"log":');
    expect(await generations.findLive()).toBeNull();
    await generations.close();
  });

  it('reports a file locked by another process as unavailable rather than damaged', async () => {
    const generations = await openSqliteGenerations(folder, schema);
    const store = await generations.open(1);
    const { db } = store as unknown as { db: Database };
    db.exec('PRAGMA busy_timeout = 50');
    const other = openDatabase(join(folder, 'views-1.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(store.apply(buildPage(1, []))).rejects.toThrow(StoreUnavailable);
    other.exec('ROLLBACK');
    other.close();
    await store.apply(buildPage(1, []));
    expect(await store.readCheckpoint()).toBe(toPosition(1));
    await generations.close();
  });
});

function overwriteAfterHeader(file: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, 100), Buffer.alloc(file.length - 100, 0x5a)]);
}
