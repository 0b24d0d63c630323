import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasAdmin } from '@guildhall/domain/staff/state.js';
import type { LogDamaged } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApp } from './app.js';
import { createPeriodicTasks, startReactions } from './background-work.js';
import { reconcileVault, type VaultBinding } from './backup/reconcile-vault.js';
import type { Env } from './process/env.js';
import { isFirstAccountAdmin, setUpLink } from './accounts/first-admin.js';
import { createFirstSections } from './first-sections.js';
import { Follower } from './log/follower.js';
import { startPeriodicTasks } from './process/periodic-tasks.js';
import { Outages } from './stores/outages.js';
import { closeHttp, listenOn } from './http/http-listening.js';
import { createHttpServer } from './http/connections/http-server.js';
import { createGateway, type Gateway } from './live/gateway.js';
import { announceDelivery } from './mail/mail-delivery.js';
import { createMetricsServer } from './metrics/metrics-endpoint.js';
import type { Metrics } from './metrics/metrics.js';
import { createStoreChecks } from './routes/health.js';
import { openStores } from './open-stores.js';
import { refreshOnEvents } from './refresh-on-events.js';
import { createServices, type Services } from './services.js';
import { OperatorError } from './process/operator-error.js';
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
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { stores, projections, logId } = await openStores(env, logger, outages);
    const { live: views, historyId } = projections;
    closers.push(() => stores.close());
    closers.push(() => projections.stop());
    // The follower resumes here. Events in between are applied twice, which is harmless.
    const head = await stores.log.readHead();
    const openedStores = { ...stores, views, historyId, projections, logId, head, outages };
    const services = await createServices(env, logger, openedStores);
    outages.watch(createStoreChecks(services));
    await stores.claimFiles(logId, env.dataDir).catch(logUnavailability(outages));
    closers.push(() => stopWork(services));
    const binding = await prepareData(services, logId);
    closers.push(() => binding.save());
    const follower = new Follower(stores.log, head, logger);
    closers.push(() => follower.stop());
    refreshOnEvents(follower, services, logger);
    follower.onEvents((events) => binding.advance(events));
    const http = createHttpServer(createApp(services), env);
    closers.push(() => closeHttp(http));
    closers.push(() => Promise.resolve(services.ledger.waiters.close()));
    const gateway = createGateway(http, services, follower);
    const reactions = startReactions(services, follower, head);
    closers.push(() => gateway.close(), reactions.stop);
    measureGateway(services.metrics, gateway);
    projections.start();
    services.search.start();
    follower.start();
    // Otherwise, the first round would find the states of all game servers unknown.
    await services.serverStatuses.exchange(false);
    services.status.start();
    closers.push(() => services.status.stop());
    closers.push(startPeriodicTasks(createPeriodicTasks(services, projections, binding, reactions), logger));
    // Ends the pings that the task would otherwise wait for.
    closers.push(() => Promise.resolve(services.serverStatuses.stop()));
    if (listen) {
      await beforeListening?.();
      await listenOn(http, env.port, env.host);
      closers.push(await serveUsernames(services), await serveMetrics(services));
    }
    announce(services, http);
    const { port } = (http.address() as AddressInfo | null) ?? { port: 0 };
    return {
      port,
      services,
      outdated: Promise.race([projections.outdated, services.policy.outdated]),
      failed: follower.failed,
      close: () => close().finally(() => outages.stop()),
    };
  } catch (error) {
    await close();
    throw error instanceof VaultDamaged ? new OperatorError(error.message, { cause: error }) : error;
  }
}

/** Completes what an interrupted start, restore or erasure left undone. */
async function prepareData(services: Services, logId: string): Promise<VaultBinding> {
  const binding = await reconcileVault(services, logId);
  await createFirstSections(services.commands, services.policy);
  await services.vaultErasure.repeatAll();
  await services.search.removeKeyless(services.vault);
  return binding;
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
  metrics.addSource('live_sockets', () => stats.sockets);
  metrics.addSource('live_messages', () => stats.emitted);
  metrics.addSource('live_resyncs', () => stats.resyncs);
}

/** Posts can be read and written without the files. */
const logUnavailability =
  (outages: Outages) =>
  (error: unknown): void => {
    if (!(error instanceof FilesUnavailable)) throw error;
    outages.report(error);
  };

async function stopWork({ mail, search, readMarks, presence }: Services): Promise<void> {
  await presence.withdraw();
  await readMarks.waitUntilSettled();
  await search.stop();
  await mail.stop();
}

function announce({ env, policy, logger }: Services, http: Server): void {
  const address = http.address() as AddressInfo | null;
  if (address) logger.info(`Guildhall is at ${env.publicUrl} (listening on ${address.address}:${address.port})`);
  announceDelivery(env, logger);
  if (hasAdmin(policy.staff)) return;
  if (isFirstAccountAdmin(env)) logger.info('The first account verified on this machine becomes the Admin.');
  else logger.info(`Register, log in, then open this link to become the Admin: ${setUpLink(env)}`);
}
