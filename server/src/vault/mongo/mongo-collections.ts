import { indexBuildingClient, mongoClient } from '@guildhall/projections/stores/mongo/connection.js';
import type { Binary, Collection, Db, MongoClient } from 'mongodb';
import type { AccountIndex } from '../account-record.js';
import type { LogBinding } from '../log-binding.js';
import type { OwnedFile } from '../files.js';
import type { ReactionRecord } from '../reactions.js';
import type { ReadMark } from '../read-marks.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Account, Session } from '../vault.js';

export interface AccountDocument extends Omit<AccountIndex, 'createdAt'> {
  _id: number;
  /** A change replaces the version that it has read, or is retried. */
  version: number;
  key: Binary;
  createdAt: string | null;
  /** null if erased with its key preserved */
  account: Account | null;
}

/** `_id` is the HMAC of the address; a ban without `until` is permanent. */
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

export interface FileDocument extends Omit<OwnedFile, 'id' | 'ownerId' | 'salt'> {
  _id: string;
  ownerId: number;
  salt: Binary;
}

export type ReadMarkDocument = ReadMark & { _id: string; userId: number };

export interface Collections {
  accounts: Collection<AccountDocument>;
  sessions: Collection<SessionDocument>;
  bannedAddresses: Collection<BannedAddressDocument>;
  files: Collection<FileDocument>;
  fileBytes: Collection<{ _id: string; bytes: Binary }>;
  readMarks: Collection<ReadMarkDocument>;
  choices: Collection<ChoiceDocument>;
  reactions: Collection<{ _id: string; version: number; record: ReactionRecord }>;
  logBinding: Collection<{ _id: 'binding'; binding: LogBinding }>;
}

/** Runs work on the collections; every error becomes a `VaultUnavailable`. */
export type OnCollections = <T>(work: (collections: Collections) => Promise<T>) => Promise<T>;

/** Until then every call fails with the last connection error, so that none waits for several attempts. */
const retryAfterMs = 1_000;

/** A connection that is opened, and reopened, by the calls that need it. */
export function connectCollections(url: string, database: string): { on: OnCollections; close(): Promise<void> } {
  const client = mongoClient(url, {
    appName: 'guildhall-vault',
    socketTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
    ignoreUndefined: false,
  });
  let closed = false;
  let prepared: Promise<Collections> | null = null;
  return {
    on: (work) =>
      wrapVaultErrors(async () => {
        if (closed) throw new Error('it is closed'); // the driver would reconnect
        prepared ??= prepare(client, url, database).catch((error: unknown) => {
          setTimeout(() => (prepared = null), retryAfterMs).unref();
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

/** Uses its own connection, because building an index may take longer than any other call. */
async function prepare(client: MongoClient, url: string, database: string): Promise<Collections> {
  const builder = indexBuildingClient(url);
  await createIndexes(collectionsOf(builder.db(database))).finally(() => builder.close());
  await client.connect();
  return collectionsOf(client.db(database));
}

function collectionsOf(db: Db): Collections {
  return {
    accounts: db.collection<AccountDocument>('accounts'),
    sessions: db.collection<SessionDocument>('sessions'),
    files: db.collection<FileDocument>('files'),
    fileBytes: db.collection<{ _id: string; bytes: Binary }>('fileBytes'),
    readMarks: db.collection<ReadMarkDocument>('readMarks'),
    choices: db.collection<ChoiceDocument>('choices'),
    reactions: db.collection<{ _id: string; version: number; record: ReactionRecord }>('reactions'),
    bannedAddresses: db.collection<BannedAddressDocument>('bannedAddresses'),
    logBinding: db.collection<{ _id: 'binding'; binding: LogBinding }>('logBinding'),
  };
}

async function createIndexes(collections: Collections): Promise<void> {
  const { accounts, sessions, bannedAddresses, files, readMarks, choices } = collections;
  // One at a time: FerretDB 1.24 fails if several indexes of one call already exist.
  await accounts.createIndex({ usernameFold: 1 }, { unique: true }, {});
  await accounts.createIndex({ emailFold: 1 }, { unique: true }, {});
  await accounts.createIndex({ mailDueAt: 1 }, {}, {});
  await accounts.createIndex({ mailUnsentAt: 1 }, {}, {});
  await accounts.createIndex({ registered: 1, createdAt: 1 }, {}, {});
  await accounts.createIndex({ verified: 1, createdAt: 1 }, {}, {});
  await sessions.createIndex({ userId: 1 }, {}, {});
  await sessions.createIndex({ expiresAt: 1 }, {}, {});
  await bannedAddresses.createIndex({ until: 1 }, {}, {});
  await files.createIndex({ hash: 1 }, {}, {});
  await files.createIndex({ ownerId: 1 }, {}, {});
  await readMarks.createIndex({ userId: 1, at: 1 }, {}, {});
  await choices.createIndex({ userId: 1 }, {}, {});
}
