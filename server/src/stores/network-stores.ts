import { EventStoreDbLog } from '@guildhall/event-store/eventstoredb/log.js';
import { openMongoGenerations } from '@guildhall/projections/stores/mongo/generations.js';
import { viewSchema, viewsVersion } from '@guildhall/projections/views/all-views.js';
import { EnvError, type Env } from '../process/env.js';
import { openMongoVault } from '../vault/mongo/mongo-vault.js';
import type { Outages } from './outages.js';
import { buildDatabasePrefix, parseEventStoreAddress, getViewsPrefix } from './prefixes.js';
import { withFiles } from './file-store.js';
import { withClose } from './stores.js';

export type NetworkEnv = Pick<Env, 's3'> & { network: NonNullable<Env['network']> };

export async function openNetworkStores({ network, s3 }: NetworkEnv, outages: Pick<Outages, 'report' | 'watch'>) {
  const { eventStoreUrl, mongoUrl } = network;
  const { address, streamPrefix } = parseEventStoreAddress(eventStoreUrl);
  const onUnavailable = (error: Error) => outages.report(error);
  const log = await openOrExplain(
    'EVENTSTORE_URL',
    () => new EventStoreDbLog(address, { streamPrefix, onUnavailable }),
  );
  const generations = await openOrExplain('MONGODB_URL', () =>
    openMongoGenerations(mongoUrl, viewSchema, { databasePrefix: getViewsPrefix(mongoUrl, viewsVersion) }),
  );
  const mongoVault = await openMongoVault(mongoUrl, { database: `${buildDatabasePrefix(mongoUrl)}_vault` });
  const files = await withFiles(mongoVault, s3);
  outages.watch({
    log: () => log.readHead(),
    views: () => generations.findLive(),
    vault: () => mongoVault.findSession('ready'),
  });
  return withClose({ log, generations, ...files });
}

async function openOrExplain<T>(variable: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new EnvError(`${variable}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
