import { closeSync, openSync } from 'node:fs';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { OperatorError } from '../../process/operator-error.js';
import { accountOf, dueMailsOf, foldLogin, nameOf, unsentMailsOf } from '../account-record.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import { accountSchema, documents, editRow, nameTaken, rowExists, writeAccount } from './sqlite-account-rows.js';
import { scrubVaultInThisThread, type ScrubVault } from './scrub-vault.js';
import { sqliteBannedAddresses, sqliteChoices, sqliteReactions } from './sqlite-small-tables.js';
import { sqliteErasure } from './sqlite-erasure.js';
import { sqliteLogBinding } from './sqlite-log-binding.js';
import { sqliteFiles } from './sqlite-files.js';
import { sqliteReadMarks } from './sqlite-read-marks.js';
import { sqliteSessions } from './sqlite-sessions.js';
import { inTransaction, VaultWrites, type Write } from './sqlite-writes.js';
import type { AccountCalls, AccountCreated, Vault } from '../vault.js';

/**
 * Opens or creates the vault's file, readable only by its owner. An erased account whose key remains is a row with only
 * id and key. `scrub`: in a worker thread on a running server. @throws if the file cannot be opened, OperatorError if
 * it is damaged; the errors of later calls are `VaultUnavailable`
 */
export async function openSqliteVault(path: string, scrub: ScrubVault = scrubVaultInThisThread): Promise<Vault> {
  try {
    return await openVault(path, scrub);
  } catch (error) {
    const reason = (error as Error).message;
    throw isDamaged(error) ? new OperatorError(`${path} is damaged (${reason}): restore it from a backup`) : error;
  }
}

async function openVault(path: string, scrub: ScrubVault): Promise<Vault> {
  closeSync(openSync(path, 'a', 0o600));
  const db = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  const writes = new VaultWrites();
  const { write } = writes;
  db.exec(accountSchema);
  return {
    ...accountCalls(db, write),
    ...sqliteSessions(db, write),
    ...sqliteFiles(db, write),
    ...sqliteReactions(db, write),
    ...sqliteReadMarks(db, write),
    ...sqliteChoices(db, write),
    ...sqliteBannedAddresses(db, write),
    ...sqliteLogBinding(db, write),
    ...(await sqliteErasure(db, writes, () => scrub(path))),
    close: async () => {
      await write(() => db.isOpen && closeDatabase(db));
    },
  };
}

function accountCalls(db: Database, write: Write): AccountCalls {
  const insert = db.prepare('INSERT INTO accounts (id, key, document) VALUES (?, ?, NULL)');
  const byId = db.prepare('SELECT document FROM accounts WHERE id = ? AND document IS NOT NULL');
  const byLogin = db.prepare('SELECT document FROM accounts WHERE username_fold = :fold OR email_fold = :fold');
  const after = db.prepare('SELECT document FROM accounts WHERE id > ? AND document IS NOT NULL ORDER BY id LIMIT ?');
  const among = db.prepare(
    'SELECT document FROM accounts WHERE id IN (SELECT value FROM json_each(?)) AND document IS NOT NULL',
  );
  const keys = db.prepare('SELECT id, key FROM accounts WHERE id IN (SELECT value FROM json_each(?))');
  const staleWhere = (flag: 'registered' | 'verified') =>
    db.prepare(`SELECT document FROM accounts WHERE ${flag} = 0 AND created_at < ? ORDER BY created_at, id LIMIT ?`);
  const stale = { unregistered: staleWhere('registered'), unverified: staleWhere('verified') };
  const due = db.prepare('SELECT document FROM accounts WHERE mail_due_at <= ? ORDER BY mail_due_at, id LIMIT ?');
  const unsent = db.prepare(
    'SELECT document FROM accounts WHERE mail_unsent_at IS NOT NULL ORDER BY mail_unsent_at, id LIMIT ?',
  );
  return {
    createAccount: (account) =>
      write(() =>
        inTransaction(db, (): AccountCreated => {
          const obstacle = rowExists(db, account.id) ? 'same-id' : nameTaken(db, account);
          if (obstacle) return obstacle;
          insert.run(account.id, account.key);
          writeAccount(db, accountOf(account));
          return 'created';
        }),
      ),
    account: (id) => wrapVaultErrors(() => documents(byId.all(id))[0] ?? null),
    accountByLogin: (login) => wrapVaultErrors(() => documents(byLogin.all({ fold: foldLogin(login) }))[0] ?? null),
    editAccount: (id, change) => write(() => editRow(db, id, change)),
    accountNames: (afterId, limit) => wrapVaultErrors(() => documents(after.all(afterId, limit)).map(nameOf)),
    accountNamesOf: (ids) => wrapVaultErrors(() => documents(among.all(JSON.stringify(ids))).map(nameOf)),
    staleAccounts: (state, before, limit) => wrapVaultErrors(() => documents(stale[state].all(before, limit))),
    dueMails: (now, limit) => wrapVaultErrors(() => dueMailsOf(documents(due.all(now, limit)), now, limit)),
    unsentMails: (limit) => wrapVaultErrors(() => unsentMailsOf(documents(unsent.all(limit)), limit)),
    authorKeys: (ids) =>
      wrapVaultErrors(() => {
        const rows = keys.all(JSON.stringify(ids)) as { id: number; key: Uint8Array }[];
        return new Map(rows.map((row) => [row.id, new Uint8Array(row.key)]));
      }),
  };
}
