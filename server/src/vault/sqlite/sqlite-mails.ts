import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { dueMailsOf, unsentMailsOf, withChangedMail, withMail, withoutMail } from '../account-record.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import { documents, editRow } from './sqlite-account-rows.js';
import type { Write } from './sqlite-writes.js';
import type { Account, Vault } from '../vault.js';

type MailCalls = Pick<Vault, 'dueMails' | 'addMail' | 'changeMail' | 'claimMail' | 'removeMail' | 'unsentMails'>;

export function sqliteMails(db: Database, write: Write): MailCalls {
  const due = db.prepare('SELECT document FROM accounts WHERE mail_due_at <= ? ORDER BY mail_due_at, id LIMIT ?');
  const unsent = db.prepare(
    'SELECT document FROM accounts WHERE mail_unsent_at IS NOT NULL ORDER BY mail_unsent_at, id LIMIT ?',
  );
  const change = (id: number, next: (account: Account) => Account | null): Promise<boolean> =>
    write(() => editRow(db, id, next) === 'changed');
  return {
    dueMails: (now, limit) => wrapVaultErrors(() => dueMailsOf(documents(due.all(now, limit)), now, limit)),
    addMail: async (id, mail) => void (await change(id, (account) => withMail(account, mail))),
    changeMail: async (id, mailId, fields) =>
      void (await change(id, (account) => withChangedMail(account, mailId, fields))),
    claimMail: (id, mailId, seen, fields) => change(id, (account) => withChangedMail(account, mailId, fields, seen)),
    removeMail: async (id, mailId) => void (await change(id, (account) => withoutMail(account, mailId))),
    unsentMails: (limit) => wrapVaultErrors(() => unsentMailsOf(documents(unsent.all(limit)), limit)),
  };
}
