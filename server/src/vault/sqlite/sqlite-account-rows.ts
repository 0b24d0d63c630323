import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { indexed } from '../account-record.js';
import type { Account, AccountEdit, AccountEdited } from '../vault.js';
import { inTransaction } from './sqlite-writes.js';

export const accountSchema = `
  CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL,
    document TEXT, username_fold TEXT UNIQUE, email_fold TEXT UNIQUE,
    created_at TEXT, registered INTEGER, verified INTEGER, mail_due_at TEXT, mail_unsent_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS accounts_mail_due ON accounts (mail_due_at) WHERE mail_due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS accounts_mail_unsent ON accounts (mail_unsent_at) WHERE mail_unsent_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS accounts_unregistered ON accounts (created_at, id) WHERE registered = 0;
  CREATE INDEX IF NOT EXISTS accounts_unverified ON accounts (created_at, id) WHERE verified = 0;
`;

/** Columns in addition to key and document, all null once the row is erased. */
export const personalColumns = [
  'document',
  'username_fold',
  'email_fold',
  'created_at',
  'registered',
  'verified',
  'mail_due_at',
  'mail_unsent_at',
];

/** Reads, changes and writes one account in one transaction. */
export function editRow(db: Database, id: number, change: AccountEdit): AccountEdited {
  return inTransaction(db, () => {
    const before = readAccount(db, id);
    if (!before) return 'missing';
    const changed = change(before);
    if (!changed) return 'unchanged';
    const account = { ...before, ...changed };
    const obstacle = nameTaken(db, account);
    if (obstacle) return obstacle;
    writeAccount(db, account);
    return 'changed';
  });
}

function readAccount(db: Database, id: number): Account | null {
  return (
    documents(db.prepare('SELECT document FROM accounts WHERE id = ? AND document IS NOT NULL').all(id))[0] ?? null
  );
}

export function writeAccount(db: Database, account: Account): void {
  const index = indexed(account);
  db.prepare(
    `UPDATE accounts SET document = ?, username_fold = ?, email_fold = ?, created_at = ?, registered = ?, verified = ?,
     mail_due_at = ?, mail_unsent_at = ? WHERE id = ?`,
  ).run(
    JSON.stringify(account),
    index.usernameFold,
    index.emailFold,
    index.createdAt,
    Number(index.registered),
    Number(index.verified),
    index.mailDueAt,
    index.mailUnsentAt,
    account.id,
  );
}

export function nameTaken(db: Database, account: Account): 'username-taken' | 'email-taken' | null {
  const { usernameFold, emailFold } = indexed(account);
  const taken = (column: string, fold: string): boolean =>
    db.prepare(`SELECT 1 FROM accounts WHERE ${column} = ? AND id <> ?`).get(fold, account.id) !== undefined;
  if (taken('username_fold', usernameFold)) return 'username-taken';
  return taken('email_fold', emailFold) ? 'email-taken' : null;
}

export function rowExists(db: Database, id: number): boolean {
  return db.prepare('SELECT 1 FROM accounts WHERE id = ?').get(id) !== undefined;
}

export function documents(rows: unknown[]): Account[] {
  return (rows as { document: string }[]).map((row) => JSON.parse(row.document) as Account);
}
