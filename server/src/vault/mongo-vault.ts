import { Binary, MongoServerError, type Collection, type Filter } from 'mongodb';
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
import { connectCollections, type AccountDocument, type OnCollections } from './mongo-collections.js';
import { mongoSessions } from './mongo-sessions.js';
import { VaultUnavailable, type Account, type AccountCreated, type Vault } from './vault.js';

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
type MailCalls = Pick<Vault, 'dueMails' | 'addMail' | 'changeMail' | 'claimMail' | 'removeMail'>;

const duplicateKey = 11000;
const erasedVersion = -1; // no change that was read before an erasure meets it

/**
 * A vault in a database of its own on a MongoDB server. Does not wait for the server: the first call that reaches it
 * makes the indexes, so that a site may start before its database.
 * @throws when the address is not one of MongoDB
 */
export async function openMongoVault(url: string, { database = 'guildhall_vault' } = {}): Promise<Vault> {
  const collections = connectCollections(url, database);
  const { on } = collections;
  return {
    ...accountCalls(on),
    ...mailCalls(on),
    ...mongoSessions(on),
    eraseAccount: (id, dropKey) =>
      on(async ({ accounts, sessions }) => {
        if (dropKey) await accounts.deleteOne({ _id: id });
        else await accounts.updateOne({ _id: id }, { $set: erased(id) });
        await sessions.deleteMany({ userId: id });
      }),
    close: () => collections.close(),
  };
}

function accountCalls(on: OnCollections): AccountCalls {
  const find = (filter: Filter<AccountDocument>, sort: 'createdAt' | '_id', limit: number): Promise<Account[]> =>
    on(async ({ accounts }) => {
      const cursor = accounts
        .find(filter, { projection: { account: 1 } })
        .sort(sort === '_id' ? { _id: 1 } : { createdAt: 1, _id: 1 });
      return accountsOf(await cursor.limit(limit).toArray());
    });
  return {
    createAccount: (account) =>
      on(async ({ accounts }) => {
        const document = { _id: account.id, version: 1, key: new Binary(account.key), ...fieldsOf(accountOf(account)) };
        return insert(accounts, document, accountOf(account));
      }),
    account: (id) => on(async ({ accounts }) => (await accounts.findOne({ _id: id }))?.account ?? null),
    accountByLogin: async (login) => {
      const fold = foldCase(login);
      return (await find({ $or: [{ usernameFold: fold }, { emailFold: fold }] }, '_id', 1))[0] ?? null;
    },
    changeAccount: (id, change) =>
      on(async ({ accounts }) => {
        const outcome = await replace(accounts, id, (account) => ({ ...account, ...change }));
        return outcome === 'unchanged' ? 'missing' : outcome;
      }),
    accountNames: async (afterId, limit) =>
      (await find({ _id: { $gt: afterId }, account: { $ne: null } }, '_id', limit)).map(nameOf),
    accountNamesOf: async (ids) => (await find({ _id: { $in: [...ids] } }, '_id', 0)).map(nameOf),
    staleAccounts: (state, before, limit) =>
      find(
        { [state === 'unregistered' ? 'registered' : 'verified']: false, createdAt: { $lt: before } },
        'createdAt',
        limit,
      ),
    authorKeys: (ids) =>
      on(async ({ accounts }) => {
        const found = await accounts.find({ _id: { $in: [...ids] } }, { projection: { key: 1 } }).toArray();
        return new Map(found.map(({ _id, key }) => [_id, new Uint8Array(key.value())]));
      }),
  };
}

function mailCalls(on: OnCollections): MailCalls {
  const change = (id: number, next: (account: Account) => Account | null): Promise<boolean> =>
    on(async ({ accounts }) => (await replace(accounts, id, next)) === 'changed');
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
  };
}

async function insert(
  accounts: Collection<AccountDocument>,
  document: AccountDocument,
  account: Account,
): Promise<AccountCreated> {
  try {
    await accounts.insertOne(document);
    return 'created';
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === duplicateKey)) throw error;
    if (await accounts.findOne({ _id: account.id }, { projection: { _id: 1 } })) return 'same-id';
    const obstacle = await nameTaken(accounts, account);
    if (!obstacle) throw error;
    return obstacle;
  }
}

/** Reads, changes and replaces one account; made again when somebody else was quicker. */
async function replace(
  accounts: Collection<AccountDocument>,
  id: number,
  next: (account: Account) => Account | null,
): Promise<'changed' | 'unchanged' | 'username-taken' | 'email-taken'> {
  for (let tries = 0; tries < 20; tries++) {
    const document = await accounts.findOne({ _id: id });
    const account = document?.account && next(document.account);
    if (!document || !account) return 'unchanged';
    const { version, key } = document;
    try {
      const result = await accounts.replaceOne(
        { _id: id, version },
        { version: version + 1, key, ...fieldsOf(account) },
      );
      if (result.matchedCount === 1) return 'changed';
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      const obstacle = await nameTaken(accounts, account); // FerretDB gives its unique index another code here
      if (!obstacle) throw error;
      return obstacle;
    }
  }
  throw new VaultUnavailable(`Too many are changing account ${id} at once`);
}

async function nameTaken(
  accounts: Collection<AccountDocument>,
  account: Account,
): Promise<'username-taken' | 'email-taken' | null> {
  const { usernameFold, emailFold } = indexed(account);
  const other = { _id: { $ne: account.id } };
  if (await accounts.findOne({ usernameFold, ...other })) return 'username-taken';
  return (await accounts.findOne({ emailFold, ...other })) ? 'email-taken' : null;
}

function fieldsOf(account: Account): Omit<AccountDocument, '_id' | 'version' | 'key'> {
  return { account, ...indexed(account) };
}

/** A '#' is in no name and no address: the unique indexes stay plain, which every server of the protocol has. */
function erased(id: number): Omit<AccountDocument, '_id' | 'key'> {
  const name = { usernameFold: `#${id}`, emailFold: `#${id}` };
  return {
    ...name,
    version: erasedVersion,
    account: null,
    createdAt: null,
    registered: true,
    verified: true,
    mailDueAt: null,
  };
}

function accountsOf(documents: { account: Account | null }[]): Account[] {
  return documents.flatMap(({ account }) => account ?? []);
}
