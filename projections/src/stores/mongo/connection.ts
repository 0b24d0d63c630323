import { MongoClient, type MongoClientOptions } from 'mongodb';
import { translateMongo } from './errors.js';

const ownOptions = new Set([
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'readconcernlevel',
  'w',
  'wtimeout',
  'wtimeoutms',
  'journal',
  'j',
]);

/**
 * Reads from the primary because folds and decisions depend on it. Writes are journaled on a majority. Does not connect
 * yet.
 */
export function createMongoClient(address: string, options: MongoClientOptions = {}): MongoClient {
  const [url = '', query] = address.split('?');
  const otherOptions = query?.split('&').filter((option) => !ownOptions.has(option.split('=')[0]?.toLowerCase() ?? ''));
  return new MongoClient(otherOptions ? `${url}?${otherOptions.join('&')}` : url, {
    appName: 'guildhall-views',
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 30_000,
    // If the driver checks a server while the connection for checks is closing, it waits forever and never finds the
    // server again. Only a check that a failed operation requests comes at that moment. Because the minimum exceeds the
    // interval, that check waits for a timer, and timers fire after connections are closed.
    heartbeatFrequencyMS: 1_000,
    minHeartbeatFrequencyMS: 1_500,
    waitQueueTimeoutMS: 5_000,
    readPreference: 'primary',
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
    ignoreUndefined: true,
    ...options,
  });
}

/** Building an index on a large collection can take hours, and no other call waits for it. */
const indexBuildMs = 2 * 3_600_000;

/** @throws Error for an invalid address */
export function createIndexClient(address: string): MongoClient {
  return createMongoClient(address, { appName: 'guildhall-indexes', socketTimeoutMS: indexBuildMs, maxPoolSize: 1 });
}

const connectedClients = new WeakSet<MongoClient>();

/** A client whose first connection failed stays broken until `connect` is called again. @throws StoreUnavailable */
export async function withMongo<T>(client: MongoClient, work: () => Promise<T>): Promise<T> {
  try {
    if (!connectedClients.has(client)) {
      await client.connect();
      connectedClients.add(client);
    }
    return await work();
  } catch (error) {
    throw translateMongo(error);
  }
}
