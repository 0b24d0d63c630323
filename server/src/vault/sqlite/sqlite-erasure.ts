import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import { personalColumns } from './sqlite-account-rows.js';
import { erasuresDue, scheduleScrub } from './sqlite-scrub.js';
import { inTransaction } from './sqlite-writes.js';
import type { VaultWrites } from './sqlite-writes.js';
import type { Vault } from '../vault.js';

const forgotten = personalColumns.map((column) => `${column} = NULL`).join(', ');

/**
 * Erases down to the bytes of the file, and first finishes erasures that a crash interrupted. `scrub` rewrites the
 * file, in another thread on a running server, once for all rows erased before it begins.
 */
export async function sqliteErasure(
  db: Database,
  writes: VaultWrites,
  scrub: () => Promise<void>,
): Promise<Pick<Vault, 'eraseAccount'>> {
  let next: Promise<void> | null = null;
  const scrubSoon = (): Promise<void> =>
    (next ??= nextTurn().then(() =>
      writes.scrub(() => {
        next = null;
        return scrub();
      }),
    ));
  if (erasuresDue(db) > 0) await writes.scrub(scrub);
  return {
    eraseAccount: (id, dropKey, keptFiles = []) =>
      wrapVaultErrors(async () => {
        const isDue = await writes.write(() => inTransaction(db, () => eraseRows(db, id, dropKey, keptFiles)));
        if (isDue) await scrubSoon();
      }),
  };
}

/** @returns whether the file must be scrubbed, for this erasure or an earlier one */
function eraseRows(db: Database, id: number, dropKey: boolean, keptFiles: readonly string[]): boolean {
  const erase = dropKey
    ? db.prepare('DELETE FROM accounts WHERE id = ?')
    : db.prepare(`UPDATE accounts SET ${forgotten} WHERE id = ? AND document IS NOT NULL`);
  const { changes } = erase.run(id);
  const ended = db.prepare('DELETE FROM sessions WHERE user_id = ?').run(id).changes;
  const files = db
    .prepare('DELETE FROM files WHERE owner_id = ? AND id NOT IN (SELECT value FROM json_each(?))')
    .run(id, JSON.stringify(keptFiles)).changes;
  const marks = db.prepare('DELETE FROM read_marks WHERE user_id = ?').run(id).changes;
  const choices = db.prepare('DELETE FROM choices WHERE user_id = ?').run(id).changes;
  if (changes + ended + files + marks + choices > 0) scheduleScrub(db);
  return erasuresDue(db) > 0;
}
