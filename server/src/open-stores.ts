import { adoptPrepared } from './projector/prepare-views.js';
import type { NetworkProjections } from './projector/network-projections.js';
import { Projector } from './projector/projector.js';
import { readLogIdentity } from './log/log-identity.js';
import type { Env } from './process/env.js';
import type { NetworkEnv } from './stores/network-stores.js';
import type { Outages } from './stores/outages.js';
import { embeddedEpoch, openEmbeddedStores, type Stores } from './stores/stores.js';
import type { Logger } from 'pino';

export interface OpenedSite {
  stores: Stores;
  projections: Projector | NetworkProjections;
  logId: string;
}

export async function openStores(env: Env, logger: Logger, outages: Outages): Promise<OpenedSite> {
  const { network, s3 } = env;
  return network ? openNetwork({ network, s3 }, logger, outages) : openEmbedded(env, logger);
}

async function openEmbedded(env: Env, logger: Logger): Promise<OpenedSite> {
  const stores = await openEmbeddedStores(env);
  const logId = await readLogIdentity(stores.log);
  const build = adoptPrepared(env, stores.log, logId, stores.build);
  const deps = { stores, build, logId, epoch: embeddedEpoch, logger };
  return { stores, logId, projections: await Projector.open(deps) };
}

/** Loads the store clients on demand because they are large. */
async function openNetwork(env: NetworkEnv, logger: Logger, outages: Outages): Promise<OpenedSite> {
  const { openNetworkStores } = await import('./stores/network-stores.js');
  const { NetworkProjections } = await import('./projector/network-projections.js');
  const stores = await openNetworkStores(env, outages);
  try {
    // This call is not retried, so a wrong address is reported within seconds.
    await stores.log.readHead();
    const logId = await readLogIdentity(stores.log);
    return { stores, logId, projections: await NetworkProjections.open(stores, env.network.mongoUrl, logId, logger) };
  } catch (error) {
    // The caller retries the whole start while the stores are unavailable.
    await stores.close();
    throw error;
  }
}
