import { Binary, type Filter } from 'mongodb';
import { accountOf, dueMailsOf, foldLogin, nameOf, unsentMailsOf } from '../account-record.js';
import { accountsOf, erasedAccount, fieldsOf, insertAccount, replaceAccount } from './mongo-account-documents.js';
import { mongoBannedAddresses, mongoChoices, mongoLogBinding, mongoReactions } from './mongo-small-collections.js';
import { Limiter } from '../../process/limiter.js';
import { connectCollections, type AccountDocument, type OnCollections } from './mongo-collections.js';
import { mongoFiles } from './mongo-files.js';
import { mongoReadMarks } from './mongo-read-marks.js';
import { mongoSessions } from './mongo-sessions.js';
import type { AccountCalls, Account, Vault } from '../vault.js';

/**
 * Opens a vault in its own database on a MongoDB server. Does not wait for the server: the first call that reaches it
 * creates the indexes, so that a site may start before its database. @throws if the address is not a MongoDB address
 */
export async function openMongoVault(url: string, { database = 'guildhall_vault' } = {}): Promise<Vault> {
  const collections = connectCollections(url, database);
  const { on } = collections;
  const perAccount = new Limiter({ running: 1 }); // on this server; between servers the document's version decides
  const edit: AccountCalls['editAccount'] = (id, change) =>
    perAccount.run(() => on(({ accounts }) => replaceAccount(accounts, id, change)), id);
  return {
    ...accountCalls(on, edit),
    ...mongoSessions(on),
    ...mongoFiles(on),
    ...mongoReactions(on),
    ...mongoReadMarks(on),
    ...mongoChoices(on),
    ...mongoBannedAddresses(on),
    ...mongoLogBinding(on),
    eraseAccount: (id, dropKey, keptFiles = []) =>
      on(async ({ accounts, sessions, files, readMarks, choices }) => {
        // The account goes last: a start treats its absence as a complete erasure.
        await sessions.deleteMany({ userId: id });
        await files.deleteMany({ ownerId: id, _id: { $nin: [...keptFiles] } });
        await readMarks.deleteMany({ userId: id });
        await choices.deleteMany({ userId: id });
        if (dropKey) await accounts.deleteOne({ _id: id });
        else await accounts.updateOne({ _id: id }, { $set: erasedAccount(id) });
      }),
    close: () => collections.close(),
  };
}

function accountCalls(on: OnCollections, edit: AccountCalls['editAccount']): AccountCalls {
  type Order = '_id' | 'createdAt' | 'mailDueAt' | 'mailUnsentAt';
  const find = (filter: Filter<AccountDocument>, order: Order, limit: number): Promise<Account[]> =>
    on(async ({ accounts }) => {
      const sort: Record<string, 1> = order === '_id' ? { _id: 1 } : { [order]: 1, _id: 1 };
      return accountsOf(
        await accounts
          .find(filter, { projection: { account: 1 } })
          .sort(sort)
          .limit(limit)
          .toArray(),
      );
    });
  return {
    createAccount: (account) =>
      on(async ({ accounts }) => {
        const document = { _id: account.id, version: 1, key: new Binary(account.key), ...fieldsOf(accountOf(account)) };
        return insertAccount(accounts, document, accountOf(account));
      }),
    account: (id) => on(async ({ accounts }) => (await accounts.findOne({ _id: id }))?.account ?? null),
    accountByLogin: async (login) => {
      const fold = foldLogin(login);
      return (await find({ $or: [{ usernameFold: fold }, { emailFold: fold }] }, '_id', 1))[0] ?? null;
    },
    editAccount: edit,
    accountNames: async (afterId, limit) =>
      (await find({ _id: { $gt: afterId }, account: { $ne: null } }, '_id', limit)).map(nameOf),
    accountNamesOf: async (ids) => (await find({ _id: { $in: [...ids] } }, '_id', 0)).map(nameOf),
    staleAccounts: (state, before, limit) =>
      find(
        { [state === 'unregistered' ? 'registered' : 'verified']: false, createdAt: { $lt: before } },
        'createdAt',
        limit,
      ),
    dueMails: async (now, limit) =>
      dueMailsOf(await find({ mailDueAt: { $lte: now } }, 'mailDueAt', limit), now, limit),
    // Greater than '' matches every time, and not null, on every server of the protocol.
    unsentMails: async (limit) =>
      unsentMailsOf(await find({ mailUnsentAt: { $gt: '' } }, 'mailUnsentAt', limit), limit),
    authorKeys: (ids) =>
      on(async ({ accounts }) => {
        const found = await accounts.find({ _id: { $in: [...ids] } }, { projection: { key: 1 } }).toArray();
        return new Map(found.map(({ _id, key }) => [_id, new Uint8Array(key.value())]));
      }),
  };
}
