import { runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../process/limiter.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { ReadMark, ReadMarkCalls } from '../read-marks.js';
import type { Write } from './sqlite-writes.js';

const maxPruned = 10_000;

export function createSqliteReadMarks(db: Database, write: Write): ReadMarkCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS read_marks (
      user_id INTEGER NOT NULL, key TEXT NOT NULL, read_to TEXT NOT NULL, count INTEGER NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;
  `);
  const put = db.prepare(
    `INSERT INTO read_marks VALUES (?, ?, ?, ?, ?) ON CONFLICT (user_id, key)
     DO UPDATE SET read_to = excluded.read_to, count = excluded.count, at = excluded.at
     WHERE excluded.read_to > read_to`,
  );
  const prune = db.prepare('DELETE FROM read_marks WHERE user_id = ? AND at < ?');
  const selectMarks = db.prepare(
    `SELECT key, read_to AS "order", count, at FROM read_marks
     WHERE user_id = ? AND key IN (SELECT value FROM json_each(?))`,
  );
  const prunedUpTo = new LRUCache<number, string>(limitEntries(maxPruned));
  const pruneOnce = (userId: number, keptSince: string) => {
    if (prunedUpTo.get(userId) === keptSince) return;
    prune.run(userId, keptSince);
    prunedUpTo.set(userId, keptSince);
  };
  return {
    markRead: (marks, keptSince) =>
      write(() =>
        runInTransaction(db, () => {
          for (const { userId, key, order, count, at } of marks) put.run(userId, key, order, count, at);
          for (const { userId } of marks) pruneOnce(userId, keptSince);
        }),
      ),
    readMarks: (userId, keys) =>
      wrapVaultErrors(() => selectMarks.all(userId, JSON.stringify(keys)) as unknown as ReadMark[]),
  };
}
