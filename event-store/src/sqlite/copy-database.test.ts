import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase, checkIntegrity } from './copy-database.js';
import { closeDatabase, openDatabase, type Database } from './database.js';
import { createTemporaryFolder } from '../testing/temporary-folder.js';

const rowBytes = 1_000;
const rows = 20_000; // This many rows are copied in several steps of 4 MB.

let folder: string;
let source: string;
let copy: string;
let writer: Database;

beforeEach(() => {
  folder = createTemporaryFolder();
  [source, copy] = [join(folder, 'source.db'), join(folder, 'copy.db')];
  writer = openDatabase(source, { synchronous: 'NORMAL' });
  writer.exec(
    'CREATE TABLE rows (id INTEGER PRIMARY KEY, version INTEGER, data BLOB); CREATE INDEX v ON rows (version)',
  );
  writer.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO rows SELECT i, 1, randomblob(${rowBytes}) FROM n`);
});
afterEach(() => {
  closeDatabase(writer);
});

function countRows(path: string): unknown {
  const db = openDatabase(path, { readOnly: true });
  try {
    return db.prepare('SELECT version, count(*) AS n FROM rows GROUP BY version ORDER BY version').all();
  } finally {
    db.close();
  }
}

describe('copying a database', () => {
  it('a database copy contains the state at its start despite concurrent writes', async () => {
    let steps = 0;
    await copyDatabase(source, copy, () => {
      steps += 1;
      writer.exec(`UPDATE rows SET version = 2 WHERE id % 100 = ${steps}`);
      writer.exec(`INSERT INTO rows (version, data) VALUES (3, randomblob(${rowBytes}))`);
      writer.exec(`DELETE FROM rows WHERE id = ${rows - steps}`);
    });
    expect(steps).toBeGreaterThan(2);
    expect(checkIntegrity(copy)).toEqual([]);
    expect(countRows(copy)).toEqual([{ version: 1, n: rows }]);
    expect(countRows(source)).toContainEqual({ version: 3, n: steps });
  });

  it('a database copy reports its progress and finishes despite a write at every step', async () => {
    const progress: { done: number; total: number }[] = [];
    await copyDatabase(source, copy, (at) => {
      progress.push(at);
      writer.exec(`INSERT INTO rows (version, data) VALUES (3, randomblob(${rowBytes}))`);
    });
    const done = progress.map((at) => at.done);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(new Set(progress.map(({ total }) => total)).size).toBe(1);
    expect(progress.at(-1)).toEqual({ done: progress[0]?.total, total: progress[0]?.total });
  });

  it('a database copy is a single file that only its owner can read', async () => {
    await copyDatabase(source, copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(['-wal', '-shm', '-journal'].filter((suffix) => existsSync(copy + suffix))).toEqual([]);
  });

  it('a database copy does not block later checkpoints of its source, even after a failure', async () => {
    await copyDatabase(source, copy);
    await expect(copyDatabase(source, copy)).rejects.toThrow(/EEXIST/);
    await expect(copyDatabase(source, join(folder, 'missing', 'copy.db'))).rejects.toThrow(/ENOENT/);
    writer.exec('UPDATE rows SET version = 4 WHERE id = 1');
    expect(writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 });
  });
});
