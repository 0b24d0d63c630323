import { MongoClient, type Binary, type Collection } from 'mongodb';
import type { AccountIndex } from '../account-record.js';
import type { Picture } from '../pictures.js';
import type { ReadMark } from '../read-marks.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Account, Session } from '../vault.js';

export interface AccountDocument extends Omit<AccountIndex, 'createdAt'> {
  _id: number;
  /** A change replaces the version that it has read, or is repeated. */
  version: number;
  key: Binary;
  createdAt: string | null;
  /** Null when erased with its key preserved. */
  account: Account | null;
}

/** By the HMAC of the address; `until` null: permanent. */
interface BannedAddressDocument {
  _id: string;
  until: string | null;
}

export type SessionDocument = Omit<Session, 'id'> & { _id: string };

interface ChoiceDocument {
  /** `<user> <name>` */
  _id: string;
  userId: number;
  value: string;
}

interface PictureDocument extends Omit<Picture, 'bytes'> {
  /** Owner and hash, in the order of owners. */
  _id: string;
  bytes: Binary;
}

type ReadMarkDocument = ReadMark & { _id: string; userId: number };

interface Collections {
  accounts: Collection<AccountDocument>;
  sessions: Collection<SessionDocument>;
  bannedAddresses: Collection<BannedAddressDocument>;
  pictures: Collection<PictureDocument>;
  readMarks: Collection<ReadMarkDocument>;
  choices: Collection<ChoiceDocument>;
}

/** Runs work on the collections, with every error as `VaultUnavailable`. */
export type OnCollections = <T>(work: (collections: Collections) => Promise<T>) => Promise<T>;

/** A connection that the calls that need it open, and reopen. */
export function connectCollections(url: string, database: string): { on: OnCollections; close(): Promise<void> } {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
  });
  let closed = false;
  let prepared: Promise<Collections> | null = null;
  return {
    on: (work) =>
      wrapVaultErrors(async () => {
        if (closed) throw new Error('it is closed'); // the driver would reconnect
        prepared ??= prepare(client, database).catch((error: unknown) => {
          prepared = null;
          throw error;
        });
        return work(await prepared);
      }),
    close: async () => {
      closed = true;
      await client.close();
    },
  };
}

async function prepare(client: MongoClient, database: string): Promise<Collections> {
  const db = client.db(database);
  const accounts = db.collection<AccountDocument>('accounts');
  const sessions = db.collection<SessionDocument>('sessions');
  const pictures = db.collection<PictureDocument>('pictures');
  const readMarks = db.collection<ReadMarkDocument>('readMarks');
  const choices = db.collection<ChoiceDocument>('choices');
  const bannedAddresses = db.collection<BannedAddressDocument>('bannedAddresses');
  // One at a time: FerretDB 1.24 fails when several of one call already exist.
  await accounts.createIndex({ usernameFold: 1 }, { unique: true }, {});
  await accounts.createIndex({ emailFold: 1 }, { unique: true }, {});
  await accounts.createIndex({ mailDueAt: 1 }, {}, {});
  await accounts.createIndex({ mailUnsentAt: 1 }, {}, {});
  await accounts.createIndex({ registered: 1, createdAt: 1 }, {}, {});
  await accounts.createIndex({ verified: 1, createdAt: 1 }, {}, {});
  await sessions.createIndex({ userId: 1 }, {}, {});
  await sessions.createIndex({ expiresAt: 1 }, {}, {});
  await bannedAddresses.createIndex({ until: 1 }, {}, {});
  await pictures.createIndex({ hash: 1 }, {}, {});
  await pictures.createIndex({ ownerId: 1 }, {}, {});
  await readMarks.createIndex({ userId: 1, at: 1 }, {}, {});
  await choices.createIndex({ userId: 1 }, {}, {});
  return { accounts, sessions, bannedAddresses, pictures, readMarks, choices };
}
