import { type Collection, MongoServerError } from 'mongodb';
import { indexed } from '../account-record.js';
import type { AccountDocument } from './mongo-collections.js';
import { VaultUnavailable, type Account, type AccountCreated, type AccountEdit, type AccountEdited } from '../vault.js';

const duplicateKey = 11000;
const erasedVersion = -1; // no change that was read before an erasure is applied to it

export async function insertAccount(
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

/** Reads, changes and replaces one account; retries after a concurrent change. */
export async function replaceAccount(
  accounts: Collection<AccountDocument>,
  id: number,
  change: AccountEdit,
): Promise<AccountEdited> {
  for (let tries = 0; tries < 20; tries++) {
    const document = await accounts.findOne({ _id: id });
    if (!document?.account) return 'missing';
    const changed = change(document.account);
    if (!changed) return 'unchanged';
    const account = { ...document.account, ...changed };
    const { version, key } = document;
    try {
      const result = await accounts.replaceOne(
        { _id: id, version },
        { version: version + 1, key, ...fieldsOf(account) },
      );
      if (result.matchedCount === 1) return 'changed';
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      const obstacle = await nameTaken(accounts, account); // FerretDB reports another code for its unique index here
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

export function fieldsOf(account: Account): Omit<AccountDocument, '_id' | 'version' | 'key'> {
  return { account, ...indexed(account) };
}

/**
 * No name or address contains '#', so the placeholders fit plain unique indexes, which every server of the protocol
 * supports.
 */
export function erasedAccount(id: number): Omit<AccountDocument, '_id' | 'key'> {
  const name = { usernameFold: `#${id}`, emailFold: `#${id}` };
  return {
    ...name,
    version: erasedVersion,
    account: null,
    createdAt: null,
    registered: true,
    verified: true,
    mailDueAt: null,
    mailUnsentAt: null,
  };
}

export function accountsOf(documents: { account: Account | null }[]): Account[] {
  return documents.flatMap(({ account }) => account ?? []);
}
