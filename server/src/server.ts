import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminExists } from '@guildhall/domain/staff/state.js';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { rejectBrokenRequests } from './http/broken-requests.js';
import { endFollowsOfErased } from './erasure/end-follows.js';
import type { Env } from './process/env.js';
import { firstAccountIsAdmin, setUpLink } from './accounts/first-admin.js';
import { createFirstSections } from './first-sections.js';
import { Follower } from './log/follower.js';
import { startPeriodicTasks } from './process/housekeeping.js';
import { closeHttp, listenOn } from './http/http-listening.js';
import { createGateway } from './live/gateway.js';
import { logIdentity } from './log/log-identity.js';
import { refreshOnEvents } from './refresh-on-events.js';
import { NetworkProjections } from './projector/network-projections.js';
import { createServices } from './create-services.js';
import type { Services } from './services.js';
import { sweepPictures } from './pictures/sweep-pictures.js';
import { Projector } from './projector/projector.js';
import { embeddedEpoch, openEmbeddedStores, openNetworkStores, type Stores } from './stores/stores.js';
import { sweepAccounts } from './erasure/sweep-accounts.js';
import { createUsernamesServer } from './usernames-server.js';

export interface RunningServer {
  /** The port that it listens on; 0 when it does not listen. */
  port: number;
  services: Services;
  /** Resolves when another server must be started in place of this one: an older backup of the log was restored. */
  outdated: Promise<void>;
  /** Finishes requests in progress, then releases everything. Nothing acknowledged is lost. */
  close(): Promise<void>;
}

/** Opens the stores of the deployment mode that the environment names, and serves. @throws LogInUse, EnvError */
export async function startServer(env: Env, logger: Logger, { listen = true } = {}): Promise<RunningServer> {
  const opened = await openStores(env, logger);
  const { stores, projections } = opened;
  // The last opened is closed first.
  const closers: (() => Promise<void>)[] = [() => stores.close(), () => projections.stop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const head = await stores.log.head(); // the follower resumes from here; it sees events since then twice, harmlessly
    const made = await createServices(env, logger, {
      ...stores,
      views: projections.live,
      historyId: projections.historyId,
      projections,
      logId: opened.logId,
      head,
    });
    const services = made.services;
    closers.push(made.stopMail, () => services.search.stop());
    await createFirstSections(services.commands, services.policy);
    await services.vaultErasure.repeatAll();
    const follower = new Follower(stores.log, head, logger);
    closers.push(() => follower.stop());
    refreshOnEvents(follower, services, logger);
    const http = createServer(createApp(services));
    rejectBrokenRequests(http);
    closers.push(() => closeHttp(http));
    const gateway = createGateway(http, services, follower);
    closers.push(() => gateway.close());
    projections.start();
    services.search.start();
    follower.start();
    services.status.start();
    closers.push(() => services.status.stop());
    closers.push(startPeriodicTasks(createChores(services, projections), logger));
    if (listen) {
      await listenOn(http, env.port, env.host);
      closers.push(await serveUsernames(services));
    }
    announce(services, http);
    return { port: (http.address() as AddressInfo | null)?.port ?? 0, services, outdated: projections.outdated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns a function that ends it */
async function serveUsernames(services: Services): Promise<() => Promise<void>> {
  const { usernamesPort } = services.env;
  if (usernamesPort === null) return () => Promise.resolve();
  const http = createUsernamesServer(services);
  await listenOn(http, usernamesPort, '127.0.0.1', 'USERNAMES_PORT');
  return () => closeHttp(http);
}

interface Opened {
  stores: Stores;
  projections: Projector | NetworkProjections;
  logId: string;
}

async function openStores(env: Env, logger: Logger): Promise<Opened> {
  return env.network ? openNetwork(env.network, logger) : openEmbedded(env, logger);
}

async function openEmbedded(env: Env, logger: Logger): Promise<Opened> {
  const stores = await openEmbeddedStores(env);
  const logId = await logIdentity(stores.log);
  const given = { stores, build: stores.build, logId, epoch: embeddedEpoch, logger };
  return { stores, logId, projections: await Projector.open(given) };
}

async function openNetwork(network: NonNullable<Env['network']>, logger: Logger): Promise<Opened> {
  const stores = await openNetworkStores(network);
  try {
    const logId = await logIdentity(stores.log);
    return { stores, logId, projections: await NetworkProjections.open(stores, network.mongoUrl, logId, logger) };
  } catch (error) {
    await stores.close(); // the start is retried while they are unavailable
    throw error;
  }
}

const hourMs = 3_600_000;

function createChores(services: Services, projections: Opened['projections']) {
  return [
    { name: 'sweep', everyMs: hourMs / 12, run: () => sweepAccounts(services) },
    { name: 'erasures', everyMs: hourMs / 60, run: () => services.vaultErasure.finish() },
    { name: 'follows', everyMs: hourMs / 60, run: () => endFollowsOfErased(services) },
    { name: 'pictures', everyMs: hourMs, run: () => sweepPictures(services.vault) },
    ...projections.chores(),
  ];
}

/** Tells the owner how to become Admin, if there is none yet and the first account does not become one. */
function announce({ env, policy, logger }: Services, http: Server): void {
  const address = http.address() as AddressInfo | null;
  if (address) logger.info(`Guildhall is at ${env.publicUrl} (listening on ${address.address}:${address.port})`);
  if (adminExists(policy.staff)) return;
  if (firstAccountIsAdmin(env)) logger.info('The first account that is verified on this machine becomes the Admin.');
  else logger.info(`Register, log in, then follow this link to become the Admin: ${setUpLink(env)}`);
}
