import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, openDatabase, type Database } from './database.js';
import { SyncAhead } from './sync-ahead.js';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-sync-'));
  db = openDatabase(join(folder, 'views.db'), { synchronous: 'NORMAL' });
  db.exec('CREATE TABLE posts (id INTEGER PRIMARY KEY)');
});
afterEach(() => {
  closeDatabase(db);
  rmSync(folder, { recursive: true });
});

it('syncs the write-ahead log of its connection, one sync at a time, and again after one that failed', async () => {
  const sync = vi.fn<(path: string) => Promise<void>>();
  const ahead = new SyncAhead(db, sync);
  let fail: (error: Error) => void = () => undefined;
  sync.mockReturnValueOnce(new Promise((_, reject) => (fail = reject))).mockResolvedValue();
  ahead.start();
  ahead.start();
  const log = join(folder, 'views.db-wal');
  expect(existsSync(log)).toBe(true);
  expect(sync.mock.calls).toEqual([[log]]);
  fail(new Error('EIO')); // one that nobody catches would fail the test
  await vi.waitFor(() => {
    ahead.start();
    expect(sync).toHaveBeenCalledTimes(2);
  });
});
