import { dueMailsOf, unsentMailsOf, withChangedMail, withMail, withoutMail } from '../account-record.js';
import { accountsOf } from './mongo-account-documents.js';
import type { OnCollections } from './mongo-collections.js';
import type { Account, Vault } from '../vault.js';

type MailCalls = Pick<Vault, 'dueMails' | 'addMail' | 'changeMail' | 'claimMail' | 'removeMail' | 'unsentMails'>;

export function mongoMails(on: OnCollections, edit: Vault['editAccount']): MailCalls {
  const change = async (id: number, next: (account: Account) => Account | null): Promise<boolean> =>
    (await edit(id, next)) === 'changed';
  return {
    dueMails: (now, limit) =>
      on(async ({ accounts }) => {
        const due = accounts.find({ mailDueAt: { $lte: now } }).sort({ mailDueAt: 1, _id: 1 });
        return dueMailsOf(accountsOf(await due.limit(limit).toArray()), now, limit);
      }),
    addMail: async (id, mail) => void (await change(id, (account) => withMail(account, mail))),
    changeMail: async (id, mailId, fields) =>
      void (await change(id, (account) => withChangedMail(account, mailId, fields))),
    claimMail: (id, mailId, seen, fields) => change(id, (account) => withChangedMail(account, mailId, fields, seen)),
    removeMail: async (id, mailId) => void (await change(id, (account) => withoutMail(account, mailId))),
    unsentMails: (limit) =>
      on(async ({ accounts }) => {
        // Greater than '' matches every time, and not null, on every server of the protocol.
        const unsent = accounts.find({ mailUnsentAt: { $gt: '' } }).sort({ mailUnsentAt: 1, _id: 1 });
        return unsentMailsOf(accountsOf(await unsent.limit(limit).toArray()), limit);
      }),
  };
}
