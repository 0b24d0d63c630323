import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@guildhall/event-store/sqlite-database.js';
import { reach } from './reach.js';
import { personalColumns } from './sqlite-account-rows.js';
import { inTransaction } from './sqlite-transaction.js';
import type { Vault } from './vault.js';

const forgotten = personalColumns.map((column) => `${column} = NULL`).join(', ');
const checkpointTries = 20;

/**
 * Erasure down to the bytes of the file. First finishes what a crash left half done.
 * Takes about half a second with 100,000 accounts, once for all that are erased in the same turn.
 */
export async function sqliteErasure(db: Database): Promise<Pick<Vault, 'eraseAccount'>> {
  let scrubbing: Promise<void> | null = null;
  const scrubSoon = (): Promise<void> =>
    (scrubbing ??= nextTurn().then(() => {
      scrubbing = null;
      return scrub(db);
    }));
  await scrub(db);
  return {
    eraseAccount: (id, dropKey) =>
      reach(async () => {
        inTransaction(db, () => eraseRows(db, id, dropKey));
        await scrubSoon();
      }),
  };
}

/** The user version counts, in the same transaction, the erasures after which the file is still to be scrubbed. */
function eraseRows(db: Database, id: number, dropKey: boolean): void {
  const erase = dropKey
    ? db.prepare('DELETE FROM accounts WHERE id = ?')
    : db.prepare(`UPDATE accounts SET ${forgotten} WHERE id = ? AND document IS NOT NULL`);
  const { changes } = erase.run(id);
  const ended = db.prepare('DELETE FROM sessions WHERE user_id = ?').run(id).changes;
  const pictures = db.prepare('DELETE FROM pictures WHERE owner_id = ?').run(id).changes;
  if (changes + ended + pictures > 0) db.exec(`PRAGMA user_version = ${erasuresDue(db) + 1}`);
}

function erasuresDue(db: Database): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** secure_delete leaves copies in the slack of pages that SQLite has balanced; only writing the file anew is sure. */
async function scrub(db: Database): Promise<void> {
  const due = erasuresDue(db);
  if (due === 0) return;
  db.exec('PRAGMA temp_store = MEMORY; VACUUM');
  await truncateWal(db);
  // Those that came while this one waited for a reader are still due.
  if (erasuresDue(db) === due) db.exec('PRAGMA user_version = 0');
}

/** The write-ahead log holds the old pages until no reader of another process needs them. */
async function truncateWal(db: Database): Promise<void> {
  for (let tries = 0; tries < checkpointTries; tries++) {
    db.exec('PRAGMA busy_timeout = 0'); // a wait inside SQLite would stop the whole process
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    db.exec('PRAGMA busy_timeout = 5000');
    if (!busy) return;
    await wait(100);
  }
  throw new Error('an erasure waits for another reader of the file');
}
