import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import { createErasedFields } from '../account/account-record.js';
import { gameAccountFields, memberFields } from '../documents.js';
import { toColumn } from './sqlite-documents.js';
import { countDueErasures, scheduleScrub } from './sqlite-scrub.js';
import type { VaultWrites } from './sqlite-writes.js';
import type { Vault } from '../vault.js';

export async function prepareErasure(
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
  if (countDueErasures(db) > 0) await writes.scrub(scrub);
  return {
    eraseAccount: (id, dropKey, lists = {}) =>
      wrapVaultErrors(async () => {
        const isDue = await writes.write(() => runInTransaction(db, () => eraseRows(db, id, dropKey, lists)));
        if (isDue) await scrubSoon();
      }),
  };
}

const presenceWithout = `
  UPDATE presence SET document = json_set(document, '$.members',
    (SELECT json_group_array(json(value)) FROM json_each(document, '$.members') WHERE value ->> 'userId' IS NOT ?))
  WHERE EXISTS (SELECT 1 FROM json_each(document, '$.members') WHERE value ->> 'userId' = ?)`;

type Lists = NonNullable<Parameters<Vault['eraseAccount']>[2]>;

function eraseRows(db: Database, id: number, dropKey: boolean, { keptFiles = [], gameAccounts = [] }: Lists): boolean {
  const run = (sql: string, ...values: (string | number)[]) => Number(db.prepare(sql).run(...values).changes);
  let changes = dropKey
    ? run('DELETE FROM accounts WHERE id = ?', id)
    : run(
        `UPDATE accounts SET document = json_set(?, '$.key', document ->> 'key')
         WHERE id = ? AND document ->> 'createdAt' IS NOT NULL`,
        JSON.stringify(createErasedFields(id)),
        id,
      );
  for (const [table, field] of Object.entries(memberFields))
    changes += run(`DELETE FROM ${table} WHERE ${toColumn(field)} = ?`, id);
  changes += run('DELETE FROM read_marks WHERE user_id = ?', id);
  for (const [table, field] of Object.entries(gameAccountFields)) {
    const sql = `DELETE FROM ${table} WHERE ${toColumn(field)} IN (SELECT value FROM json_each(?))`;
    changes += run(sql, JSON.stringify(gameAccounts));
  }
  changes += run(presenceWithout, id, id);
  const files = `DELETE FROM files WHERE document ->> 'ownerId' = ? AND id NOT IN (SELECT value FROM json_each(?))`;
  changes += run(files, id, JSON.stringify(keptFiles));
  if (changes > 0) scheduleScrub(db);
  return countDueErasures(db) > 0;
}
