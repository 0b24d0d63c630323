import { createIndexClient, createMongoClient } from '@guildhall/projections/stores/mongo/connection.js';
import type { Db, MongoClient } from 'mongodb';
import { collectionIndexes } from '../documents.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { OnDatabase } from './mongo-documents.js';

/** Until this time has passed, calls fail with the last error instead of waiting for a new connection attempt. */
const retryAfterMs = 1_000;

export function connectDatabase(url: string, database: string): { on: OnDatabase; close(): Promise<void> } {
  const client = createMongoClient(url, {
    appName: 'guildhall-vault',
    socketTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
    ignoreUndefined: false,
  });
  let isClosed = false;
  let preparation: Promise<Db> | null = null;
  return {
    on: (work) =>
      wrapVaultErrors(async () => {
        // Otherwise, the driver would reconnect.
        if (isClosed) throw new Error('it is closed');
        preparation ??= prepare(client, url, database).catch((error: unknown) => {
          setTimeout(() => (preparation = null), retryAfterMs).unref();
          throw error;
        });
        return work(await preparation);
      }),
    close: async () => {
      isClosed = true;
      await client.close();
    },
  };
}

/** Uses a separate client because building an index can take longer than any other call. */
async function prepare(client: MongoClient, url: string, database: string): Promise<Db> {
  const builder = createIndexClient(url);
  await createIndexes(builder.db(database)).finally(() => builder.close());
  await client.connect();
  return client.db(database);
}

async function createIndexes(db: Db): Promise<void> {
  const toAscendingIndex = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field === 'id' ? '_id' : field, 1 as const]));
  // Each call creates only one index because FerretDB 1.24 fails if several indexes in a call already exist.
  for (const [name, { unique = [], indexes }] of Object.entries(collectionIndexes)) {
    for (const field of unique) await db.collection(name).createIndex(toAscendingIndex([field]), { unique: true }, {});
    for (const fields of indexes) await db.collection(name).createIndex(toAscendingIndex(fields), {}, {});
  }
  await db.collection('readMarks').createIndex({ userId: 1, at: 1 }, {}, {});
}
