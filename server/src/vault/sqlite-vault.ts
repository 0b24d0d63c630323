import { closeSync, openSync } from 'node:fs';
import { closeDatabase, openDatabase, type Database } from '@guildhall/event-store/sqlite-database.js';
import {
  accountOf,
  dueMailsOf,
  foldCase,
  indexed,
  nameOf,
  withChangedMail,
  withMail,
  withoutMail,
} from './account-record.js';
import { reach } from './reach.js';
import { sqliteErasure } from './sqlite-erasure.js';
import { sqliteSessions } from './sqlite-sessions.js';
import { inTransaction } from './sqlite-transaction.js';
import type { Account, AccountCreated, Vault } from './vault.js';

const schema = `
  CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL,
    document TEXT, username_fold TEXT UNIQUE, email_fold TEXT UNIQUE,
    created_at TEXT, registered INTEGER, verified INTEGER, mail_due_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS accounts_mail_due ON accounts (mail_due_at) WHERE mail_due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS accounts_unregistered ON accounts (created_at, id) WHERE registered = 0;
  CREATE INDEX IF NOT EXISTS accounts_unverified ON accounts (created_at, id) WHERE verified = 0;
`;

/**
 * Opens the vault's file, or makes it, readable by its owner alone. An erased account whose key stays is a row of
 * nothing but id and key.
 * @throws when the file cannot be opened: the errors of the calls on it are `VaultUnavailable`
 */
export async function openSqliteVault(path: string): Promise<Vault> {
  closeSync(openSync(path, 'a', 0o600));
  const db = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  db.exec(schema);
  return {
    ...accountCalls(db),
    ...mailCalls(db),
    ...sqliteSessions(db),
    ...(await sqliteErasure(db)),
    close: async () => {
      if (db.isOpen) await reach(() => closeDatabase(db));
    },
  };
}

type AccountCalls = Pick<
  Vault,
  | 'createAccount'
  | 'account'
  | 'accountByLogin'
  | 'changeAccount'
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
      reach(() =>
        inTransaction(db, (): AccountCreated => {
          const obstacle = rowExists(db, account.id) ? 'same-id' : nameTaken(db, account);
          if (obstacle) return obstacle;
          insert.run(account.id, account.key);
          writeAccount(db, accountOf(account));
          return 'created';
        }),
      ),
    account: (id) => reach(() => readAccount(db, id)),
    accountByLogin: (login) => reach(() => documents(byLogin.all({ fold: foldCase(login) }))[0] ?? null),
    changeAccount: (id, change) =>
      reach(() =>
        inTransaction(db, () => {
          const before = readAccount(db, id);
          if (!before) return 'missing';
          const account = { ...before, ...change };
          const obstacle = nameTaken(db, account);
          if (obstacle) return obstacle;
          writeAccount(db, account);
          return 'changed';
        }),
      ),
    accountNames: (afterId, limit) => reach(() => documents(after.all(afterId, limit)).map(nameOf)),
    accountNamesOf: (ids) => reach(() => documents(among.all(JSON.stringify(ids))).map(nameOf)),
    staleAccounts: (state, before, limit) => reach(() => documents(stale[state].all(before, limit))),
    authorKeys: (ids) =>
      reach(() => {
        const rows = keys.all(JSON.stringify(ids)) as { id: number; key: Uint8Array }[];
        return new Map(rows.map((row) => [row.id, new Uint8Array(row.key)]));
      }),
  };
}

function mailCalls(db: Database): Pick<Vault, 'dueMails' | 'addMail' | 'changeMail' | 'claimMail' | 'removeMail'> {
  const due = db.prepare('SELECT document FROM accounts WHERE mail_due_at <= ? ORDER BY mail_due_at, id LIMIT ?');
  const change = (id: number, next: (account: Account) => Account | null): Promise<boolean> =>
    reach(() =>
      inTransaction(db, () => {
        const before = readAccount(db, id);
        const account = before && next(before);
        if (account) writeAccount(db, account);
        return account !== null;
      }),
    );
  return {
    dueMails: (now, limit) => reach(() => dueMailsOf(documents(due.all(now, limit)), now, limit)),
    addMail: async (id, mail) => void (await change(id, (account) => withMail(account, mail))),
    changeMail: async (id, mailId, fields) =>
      void (await change(id, (account) => withChangedMail(account, mailId, fields))),
    claimMail: (id, mailId, seen, fields) => change(id, (account) => withChangedMail(account, mailId, fields, seen)),
    removeMail: async (id, mailId) => void (await change(id, (account) => withoutMail(account, mailId))),
  };
}

function readAccount(db: Database, id: number): Account | null {
  return (
    documents(db.prepare('SELECT document FROM accounts WHERE id = ? AND document IS NOT NULL').all(id))[0] ?? null
  );
}

function writeAccount(db: Database, account: Account): void {
  const index = indexed(account);
  db.prepare(
    `UPDATE accounts SET document = ?, username_fold = ?, email_fold = ?, created_at = ?, registered = ?, verified = ?,
     mail_due_at = ? WHERE id = ?`,
  ).run(
    JSON.stringify(account),
    index.usernameFold,
    index.emailFold,
    index.createdAt,
    Number(index.registered),
    Number(index.verified),
    index.mailDueAt,
    account.id,
  );
}

function nameTaken(db: Database, account: Account): 'username-taken' | 'email-taken' | null {
  const { usernameFold, emailFold } = indexed(account);
  const taken = (column: string, fold: string): boolean =>
    db.prepare(`SELECT 1 FROM accounts WHERE ${column} = ? AND id <> ?`).get(fold, account.id) !== undefined;
  if (taken('username_fold', usernameFold)) return 'username-taken';
  return taken('email_fold', emailFold) ? 'email-taken' : null;
}

function rowExists(db: Database, id: number): boolean {
  return db.prepare('SELECT 1 FROM accounts WHERE id = ?').get(id) !== undefined;
}

function documents(rows: unknown[]): Account[] {
  return (rows as { document: string }[]).map((row) => JSON.parse(row.document) as Account);
}
