import { closeSync, openSync } from 'node:fs';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { accountOf, foldCase, nameOf } from '../account-record.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import {
  documents,
  editRow,
  makeAccountTable,
  nameTaken,
  readAccount,
  rowExists,
  writeAccount,
} from './sqlite-account-rows.js';
import { sqliteBannedAddresses } from './sqlite-banned-addresses.js';
import { sqliteChoices } from './sqlite-choices.js';
import { sqliteErasure } from './sqlite-erasure.js';
import { sqliteMails } from './sqlite-mails.js';
import { sqlitePictures } from './sqlite-pictures.js';
import { sqliteReadMarks } from './sqlite-read-marks.js';
import { sqliteSessions } from './sqlite-sessions.js';
import { inTransaction } from './sqlite-transaction.js';
import type { AccountCreated, Vault } from '../vault.js';

/**
 * Opens or creates the vault's file, readable only by its owner. An erased account whose key remains is a row with only
 * id and key.
 * @throws when the file cannot be opened: the errors of the calls on it are `VaultUnavailable`
 */
export async function openSqliteVault(path: string): Promise<Vault> {
  closeSync(openSync(path, 'a', 0o600));
  const db = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  makeAccountTable(db);
  return {
    ...accountCalls(db),
    ...sqliteMails(db),
    ...sqliteSessions(db),
    ...sqlitePictures(db),
    ...sqliteReadMarks(db),
    ...sqliteChoices(db),
    ...sqliteBannedAddresses(db),
    ...(await sqliteErasure(db)),
    close: async () => {
      if (db.isOpen) await wrapVaultErrors(() => closeDatabase(db));
    },
  };
}

type AccountCalls = Pick<
  Vault,
  | 'createAccount'
  | 'account'
  | 'accountByLogin'
  | 'changeAccount'
  | 'editAccount'
  | 'accountNames'
  | 'accountNamesOf'
  | 'staleAccounts'
  | 'authorKeys'
>;

function accountCalls(db: Database): AccountCalls {
  const insert = db.prepare('INSERT INTO accounts (id, key, document) VALUES (?, ?, NULL)');
  const byLogin = db.prepare('SELECT document FROM accounts WHERE username_fold = :fold OR email_fold = :fold');
  const after = db.prepare('SELECT document FROM accounts WHERE id > ? AND document IS NOT NULL ORDER BY id LIMIT ?');
  const among = db.prepare(
    'SELECT document FROM accounts WHERE id IN (SELECT value FROM json_each(?)) AND document IS NOT NULL',
  );
  const keys = db.prepare('SELECT id, key FROM accounts WHERE id IN (SELECT value FROM json_each(?))');
  const stale = {
    unregistered: db.prepare(
      'SELECT document FROM accounts WHERE registered = 0 AND created_at < ? ORDER BY created_at, id LIMIT ?',
    ),
    unverified: db.prepare(
      'SELECT document FROM accounts WHERE verified = 0 AND created_at < ? ORDER BY created_at, id LIMIT ?',
    ),
  };
  return {
    createAccount: (account) =>
      wrapVaultErrors(() =>
        inTransaction(db, (): AccountCreated => {
          const obstacle = rowExists(db, account.id) ? 'same-id' : nameTaken(db, account);
          if (obstacle) return obstacle;
          insert.run(account.id, account.key);
          writeAccount(db, accountOf(account));
          return 'created';
        }),
      ),
    account: (id) => wrapVaultErrors(() => readAccount(db, id)),
    accountByLogin: (login) => wrapVaultErrors(() => documents(byLogin.all({ fold: foldCase(login) }))[0] ?? null),
    changeAccount: (id, change) =>
      wrapVaultErrors(() => {
        const outcome = editRow(db, id, () => change);
        return outcome === 'unchanged' ? 'missing' : outcome;
      }),
    editAccount: (id, change) => wrapVaultErrors(() => editRow(db, id, change)),
    accountNames: (afterId, limit) => wrapVaultErrors(() => documents(after.all(afterId, limit)).map(nameOf)),
    accountNamesOf: (ids) => wrapVaultErrors(() => documents(among.all(JSON.stringify(ids))).map(nameOf)),
    staleAccounts: (state, before, limit) => wrapVaultErrors(() => documents(stale[state].all(before, limit))),
    authorKeys: (ids) =>
      wrapVaultErrors(() => {
        const rows = keys.all(JSON.stringify(ids)) as { id: number; key: Uint8Array }[];
        return new Map(rows.map((row) => [row.id, new Uint8Array(row.key)]));
      }),
  };
}
