import { MongoClient } from 'mongodb';
import { translateMongo } from './errors.js';

/**
 * A client for the views: every write is journaled on a majority before it resolves, and an unreachable server is
 * reported within seconds. Does not connect yet. @throws on an invalid address
 */
export function mongoClient(url: string): MongoClient {
  return new MongoClient(url, {
    appName: 'guildhall-views',
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 30_000,
    waitQueueTimeoutMS: 5_000,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
    ignoreUndefined: true,
  });
}

const connected = new WeakSet<MongoClient>();

/**
 * Runs calls of a client, with the driver's errors translated. A client whose first connection failed stays broken
 * until `connect` is called again, so this function calls it. @throws StoreUnavailable
 */
export async function withMongo<T>(client: MongoClient, work: () => Promise<T>): Promise<T> {
  try {
    if (!connected.has(client)) {
      await client.connect();
      connected.add(client);
    }
    return await work();
  } catch (error) {
    throw translateMongo(error);
  }
}
