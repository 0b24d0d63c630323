import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginning } from '@guildhall/event-store/port.js';
import { connect, type Database } from '@guildhall/event-store/sqlite/database.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at, eventAt, put, remove, schema } from '../../testing/store-fixture.js';
import { declaredFields } from '../view-fields.js';
import { BulkWriter } from './bulk-writer.js';
import { makeTables } from './tables.js';
import { StaleWriter, type ViewWrite } from '../../view-store.js';

const declared = declaredFields(schema);

describe('A bulk writer', () => {
  let folder: string;
  let db: Database;
  let writer: BulkWriter;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-bulk-'));
    db = connect(join(folder, 'views.db'));
    makeTables(db, schema, declared, false);
    writer = new BulkWriter(db, declared, (sql) => db.prepare(sql));
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const posts = (count: number, n = 1) =>
    Array.from({ length: count }, (_, i) => put('posts', i + 1, n, { number: i, pinned: i % 2 === 0, author: null }));
  const apply = (writes: ViewWrite[], n: number, epoch = 1) => writer.apply({ writes, last: eventAt(at(n)), epoch });
  const bodies = () =>
    (db.prepare('SELECT body FROM posts ORDER BY id').all() as { body: string }[]).map((it) => it.body);
  const checkpoint = () => (db.prepare('SELECT checkpoint FROM _state').get() as { checkpoint: string }).checkpoint;

  it.each([1, 49, 50, 51, 500, 1_234])('writes %i documents whole, with the columns of the indexes', (count) => {
    apply([put('members', 'a', 1, { name: 'Ann' }), ...posts(count), put('members', 'b', 1)], 1);
    expect(bodies()).toEqual(posts(count).map(({ document }) => JSON.stringify(document)));
    const columns =
      "count(*) AS all_, sum(f_number) AS numbers, sum(f_pinned = x'01') AS pinned, count(f_author) AS authors";
    expect(db.prepare(`SELECT ${columns} FROM posts`).get()).toEqual({
      ...{ all_: count, numbers: (count * (count - 1)) / 2, pinned: Math.ceil(count / 2), authors: 0 },
    });
    expect(db.prepare('SELECT id, f_name FROM members ORDER BY id').all()).toEqual([
      { id: 'a', f_name: 'Ann' },
      { id: 'b', f_name: null },
    ]);
  });

  it('replaces documents of earlier positions only', () => {
    apply(posts(3, 5), 5);
    apply([put('posts', 1, 4), put('posts', 2, 6)], 6);
    expect(bodies().map((body) => (JSON.parse(body) as { pos: string }).pos)).toEqual([5, 6, 5].map(at));
  });

  it('writes nothing of a page of which one document cannot be written, and takes the next page', () => {
    expect(() => apply([...posts(60), put('ghosts', 1, 1)], 1)).toThrow('ghosts');
    expect([bodies(), checkpoint()]).toEqual([[], beginning]);
    apply(posts(1), 1);
    expect([bodies().length, checkpoint()]).toEqual([1, at(1)]);
  });

  it('writes nothing of a page that ends before the checkpoint, nor of an earlier epoch', () => {
    apply(posts(1, 9), 9, 2);
    apply(posts(2, 8), 8, 2);
    expect(() => apply(posts(2, 10), 10, 1)).toThrow(StaleWriter);
    expect([bodies().length, checkpoint()]).toEqual([1, at(9)]);
  });

  it('refuses to remove a document or to index an object', () => {
    expect(() => apply([remove('posts', 1, 1)], 1)).toThrow('does not remove posts 1');
    expect(() => apply([put('posts', 1, 1, { number: {} })], 1)).toThrow(TypeError);
  });
});
