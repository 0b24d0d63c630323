import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from './database.js';
import { createTemporaryFolder } from '../testing/temporary-folder.js';

describe('opening a SQLite database', () => {
  let path: string;

  beforeEach(() => {
    path = join(createTemporaryFolder(), 'some.db');
  });

  it.each([
    [{}, { journal_mode: 'wal' }],
    [{}, { synchronous: 2 }],
    [{ synchronous: 'NORMAL' as const }, { synchronous: 1 }],
    [{}, { secure_delete: 0 }],
    [{ secureDelete: true }, { secure_delete: 1 }],
    [{}, { timeout: 5000 }],
  ])('opening a database with %o results in %o', (options, expected) => {
    const db = openDatabase(path, options);
    const [name = ''] = Object.keys(expected);
    expect(db.prepare(`PRAGMA ${name === 'timeout' ? 'busy_timeout' : name}`).get()).toEqual(expected);
    closeDatabase(db);
  });

  it('rejects writes to a database that was opened read-only', () => {
    const db = openDatabase(path);
    db.exec('CREATE TABLE things (id INTEGER) STRICT');
    const reader = openDatabase(path, { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS count FROM things').get()).toEqual({ count: 0 });
    expect(() => reader.exec('INSERT INTO things VALUES (1)')).toThrow('readonly');
    closeDatabase(reader, true);
    closeDatabase(db);
  });

  it('closing a database leaves an empty write-ahead log, even with open statements', () => {
    const db = openDatabase(path);
    db.exec('CREATE TABLE things (id INTEGER) STRICT');
    const insert = db.prepare('INSERT INTO things VALUES (?)');
    insert.run(1);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    closeDatabase(db);
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    expect(() => insert.run(2)).toThrow();
  });
});
