import type { Position } from '@guildhall/event-store/port.js';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasAdmin } from '@guildhall/domain/staff/state.js';
import type { LogDamaged } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApp } from './app.js';
import { reconcileVault, type VaultBinding } from './backup/reconcile-vault.js';
import { DeliveryQueue } from './deliveries/delivery-queue.js';
import { notifyMembers } from './deliveries/notify-members.js';
import { DeliveryPreparation } from './deliveries/prepare-delivery.js';
import { endFollowsOfErased } from './erasure/end-follows.js';
import { removeUploads } from './pictures/remove-uploads.js';
import type { Reaction } from './reactions/reaction.js';
import { ReactionRunner } from './reactions/run-reaction.js';
import type { Env } from './process/env.js';
import { isFirstAccountAdmin, setUpLink } from './accounts/first-admin.js';
import { createFirstSections } from './first-sections.js';
import { Follower } from './log/follower.js';
import { startPeriodicTasks } from './process/periodic-tasks.js';
import { Outages } from './stores/outages.js';
import { closeHttp, listenOn } from './http/http-listening.js';
import { createHttpServer } from './http/connections/http-server.js';
import { createGateway, type Gateway } from './live/gateway.js';
import { logIdentity } from './log/log-identity.js';
import { announceDelivery } from './mail/mail-delivery.js';
import { createMetricsServer } from './metrics/metrics-endpoint.js';
import type { Metrics } from './metrics/metrics.js';
import { storeChecks } from './routes/health.js';
import { refreshOnEvents } from './refresh-on-events.js';
import type { NetworkProjections } from './projector/network-projections.js';
import { createServices, type Services } from './services.js';
import { OperatorError } from './process/operator-error.js';
import { adoptPrepared } from './projector/prepare-views.js';
import { Projector } from './projector/projector.js';
import type { NetworkEnv } from './stores/network-stores.js';
import { embeddedEpoch, openEmbeddedStores, type Stores } from './stores/stores.js';
import { sweepAccounts } from './erasure/sweep-accounts.js';
import { FilesUnavailable, VaultDamaged } from './vault/vault.js';
import { createUsernamesServer } from './usernames-server.js';

export interface RunningServer {
  port: number;
  services: Services;
  outdated: Promise<string>;
  failed: Promise<LogDamaged>;
  close(): Promise<void>;
}

interface StartOptions {
  listen?: boolean;
  outages?: Outages;
  beforeListening?: (() => Promise<void>) | undefined;
}

export async function startServer(
  env: Env,
  logger: Logger,
  { listen = true, outages = new Outages(), beforeListening }: StartOptions = {},
): Promise<RunningServer> {
  const openedSite = await openStores(env, logger, outages);
  const { stores, projections } = openedSite;
  const closers: (() => Promise<void>)[] = [() => stores.close(), () => projections.stop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    // The follower resumes here. Events in between are applied twice, which is harmless.
    const head = await stores.log.head();
    const services = await createServices(env, logger, {
      ...stores,
      views: projections.live,
      historyId: projections.historyId,
      projections,
      logId: openedSite.logId,
      head,
      outages,
    });
    outages.watch(storeChecks(services));
    await stores.claimFiles(openedSite.logId, env.dataDir).catch(reportIfUnavailable(outages));
    closers.push(() => stopWork(services));
    const binding = await reconcileVault(services, openedSite.logId);
    closers.push(() => binding.save());
    await createFirstSections(services.commands, services.policy);
    await services.vaultErasure.repeatAll();
    await services.search.removeKeyless(stores.vault);
    const follower = new Follower(stores.log, head, logger);
    closers.push(() => follower.stop());
    refreshOnEvents(follower, services, logger);
    follower.onEvents((events) => binding.advance(events));
    const http = createHttpServer(createApp(services), env);
    closers.push(() => closeHttp(http));
    const gateway = createGateway(http, services, follower);
    const reactions = startReactions(services, follower, head);
    closers.push(() => gateway.close(), reactions.stop);
    measureGateway(services.metrics, gateway);
    projections.start();
    services.search.start();
    follower.start();
    services.status.start();
    closers.push(() => services.status.stop());
    closers.push(startPeriodicTasks(createPeriodicTasks(services, projections, binding, reactions), logger));
    if (listen) {
      await beforeListening?.();
      await listenOn(http, env.port, env.host);
      closers.push(await serveUsernames(services), await serveMetrics(services));
    }
    announce(services, http);
    const { port } = (http.address() as AddressInfo | null) ?? { port: 0 };
    const outdated = Promise.race([projections.outdated, services.policy.outdated]);
    return { port, services, outdated, failed: follower.failed, close: () => close().finally(() => outages.stop()) };
  } catch (error) {
    await close();
    throw error instanceof VaultDamaged ? new OperatorError(error.message, { cause: error }) : error;
  }
}

async function serveUsernames(services: Services): Promise<() => Promise<void>> {
  const { usernamesPort } = services.env;
  if (usernamesPort === null) return () => Promise.resolve();
  const http = createUsernamesServer(services);
  await listenOn(http, usernamesPort, '127.0.0.1', 'USERNAMES_PORT');
  return () => closeHttp(http);
}

async function serveMetrics(services: Services): Promise<() => Promise<void>> {
  const { metricsPort, metricsToken } = services.env;
  if (metricsPort !== null || metricsToken !== null) {
    collectDefaultMetrics({ register: services.metrics.registry, prefix: 'guildhall_' });
  }
  if (metricsPort === null) return () => Promise.resolve();
  const http = createMetricsServer(services);
  await listenOn(http, metricsPort, '127.0.0.1', 'METRICS_PORT');
  return () => closeHttp(http);
}

function measureGateway(metrics: Metrics, { stats }: Gateway): void {
  metrics.source('live_sockets', () => stats.sockets);
  metrics.source('live_messages', () => stats.emitted);
  metrics.source('live_resyncs', () => stats.resyncs);
}

/** Texts can be read and written without the files. */
const reportIfUnavailable =
  (outages: Outages) =>
  (error: unknown): void => {
    if (!(error instanceof FilesUnavailable)) throw error;
    outages.report(error);
  };

interface OpenedSite {
  stores: Stores;
  projections: Projector | NetworkProjections;
  logId: string;
}

async function openStores(env: Env, logger: Logger, outages: Outages): Promise<OpenedSite> {
  const { network, s3 } = env;
  return network ? openNetwork({ network, s3 }, logger, outages) : openEmbedded(env, logger);
}

async function openEmbedded(env: Env, logger: Logger): Promise<OpenedSite> {
  const stores = await openEmbeddedStores(env);
  const logId = await logIdentity(stores.log);
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
    // Without a retry, a wrong address is reported within seconds.
    await stores.log.head();
    const logId = await logIdentity(stores.log);
    return { stores, logId, projections: await NetworkProjections.open(stores, env.network.mongoUrl, logId, logger) };
  } catch (error) {
    // The caller retries the whole start while the stores are unavailable.
    await stores.close();
    throw error;
  }
}

async function stopWork({ mail, search, readMarks, presence }: Services): Promise<void> {
  await presence.withdraw();
  await readMarks.waitUntilSettled();
  await search.stop();
  await mail.stop();
}

const hourMs = 3_600_000;
const presenceIntervalMs = 15_000;

function createPeriodicTasks(
  services: Services,
  projections: OpenedSite['projections'],
  binding: VaultBinding,
  reactions: RunningReactions,
) {
  return [
    { name: 'sweep', everyMs: hourMs / 12, run: () => sweepAccounts(services) },
    { name: 'player-sessions', everyMs: hourMs, run: () => services.playerSessions.sweep() },
    { name: 'presence', everyMs: presenceIntervalMs, run: () => services.presence.exchange() },
    { name: 'erasures', everyMs: hourMs / 60, run: () => services.vaultErasure.finish() },
    { name: 'bind-vault', everyMs: hourMs / 60, run: () => binding.save() },
    // Only the server that runs the reactions sweeps files.
    { name: 'files', everyMs: hourMs, run: async () => void (reactions.hasLease() && (await services.files.sweep())) },
    ...projections.periodicTasks(),
  ];
}

interface RunningReactions {
  hasLease: () => boolean;
  stop: () => Promise<void>;
}

function startReactions(services: Services, follower: Follower, head: Position): RunningReactions {
  const { senders } = services;
  const run = (reaction: Reaction) => {
    const runner = new ReactionRunner(services, reaction, head);
    runner.start(follower);
    return runner;
  };
  const notifying = run(notifyMembers(services, senders));
  const runners = [notifying, run(endFollowsOfErased(services)), run(removeUploads(services))];
  const preparation = new DeliveryPreparation(services);
  const queue = new DeliveryQueue({ ...services, preparation, hasLease: () => notifying.hasLease });
  queue.start();
  return {
    hasLease: () => notifying.hasLease,
    stop: async () => {
      await queue.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

function announce({ env, policy, logger }: Services, http: Server): void {
  const address = http.address() as AddressInfo | null;
  if (address) logger.info(`Guildhall is at ${env.publicUrl} (listening on ${address.address}:${address.port})`);
  announceDelivery(env, logger);
  if (hasAdmin(policy.staff)) return;
  if (isFirstAccountAdmin(env)) logger.info('The first account verified on this machine becomes the Admin.');
  else logger.info(`Register, log in, then open this link to become the Admin: ${setUpLink(env)}`);
}
