import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@guildhall/event-store/sqlite/database.js';

const retryDelayMs = 100;

/**
 * SQLite's user version counts the erasures that still need a scrub. It changes in the same transaction as the erasure.
 */
export function scheduleScrub(db: Database): void {
  db.exec(`PRAGMA user_version = ${countDueErasures(db) + 1}`);
}

export function countDueErasures(db: Database): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Rewrites the tables because `secure_delete` leaves copies in unused space of pages that SQLite has rebalanced. */
export async function scrub(db: Database, rewrite: () => void, maxWaitMs = 2_000): Promise<void> {
  const dueCount = countDueErasures(db);
  if (dueCount === 0) return;
  db.exec('PRAGMA temp_store = MEMORY');
  rewrite();
  await truncateWal(db, maxWaitMs);
  if (countDueErasures(db) === dueCount) db.exec('PRAGMA user_version = 0');
}

/** The write-ahead log retains the old pages while readers in other processes need them. */
async function truncateWal(db: Database, maxWaitMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += retryDelayMs) {
    // Waiting inside SQLite would block the whole process.
    db.exec('PRAGMA busy_timeout = 0');
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    db.exec('PRAGMA busy_timeout = 5000');
    if (!busy) return;
    await sleep(retryDelayMs);
  }
  throw new Error('an erasure timed out while waiting for another reader of the file');
}
