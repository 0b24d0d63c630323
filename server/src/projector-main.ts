import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { retry, RetryDelays } from '@guildhall/event-store/retry.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { waitForLease, type Lease } from '@guildhall/projections/stores/mongo/lease.js';
import { StaleWriter, type ViewGenerations } from '@guildhall/projections/view-store.js';
import { views, viewsVersion } from '@guildhall/projections/views/all-views.js';
import type { Logger } from 'pino';
import { EnvError, readEnv, type Env } from './process/env.js';
import { startPeriodicTasks } from './process/periodic-tasks.js';
import { readLogIdentity } from './log/log-identity.js';
import { createLogger } from './process/logger.js';
import { Outages } from './stores/outages.js';
import { JobWorker } from './projector/job-worker.js';
import { isUnavailable } from './stores/outages.js';
import { JobQueue } from './projector/job-queue.js';
import { OtherVersions } from './projector/other-versions.js';
import { Projector } from './projector/projector.js';
import { findOperatorMessage } from './process/operator-message.js';
import { closeOnSignal } from './process/signals.js';
import { openNetworkStores } from './stores/network-stores.js';
import type { Stores } from './stores/stores.js';

const leaseTtlMs = 10_000;
const pollIntervalMs = 1_000;
const removalIntervalMs = 3_600_000;

try {
  const env = readEnv(process.env);
  if (!env.network) throw new EnvError('EVENTSTORE_URL: must be set: only network mode has a separate projector');
  const outages = new Outages();
  const logger = createLogger(env, outages);
  const stopController = new AbortController();
  const workEnded = work(env.network, logger, outages, stopController.signal).catch((error: unknown) => {
    // The projector was stopped while waiting for a store.
    if (error !== stopController.signal.reason) throw error;
  });
  closeOnSignal({ close: () => (stopController.abort(), workEnded) }, logger);
  await workEnded;
  process.exit(0);
} catch (error) {
  const message = findOperatorMessage(error);
  if (message === null) throw error;
  console.error(message);
  process.exitCode = 1;
}

async function work(
  network: NonNullable<Env['network']>,
  logger: Logger,
  outages: Outages,
  signal: AbortSignal,
): Promise<void> {
  const stores = await openNetworkStores({ network, s3: null }, outages);
  const queue = new JobQueue(network.mongoUrl);
  outages.watch({ log: () => stores.log.readHead(), views: () => queue.getStatus() });
  const otherVersions = new OtherVersions(network.mongoUrl, viewsVersion);
  const holder = `${hostname()}:${process.pid}`;
  const onRetry = (error: unknown) => logger.warn({ err: error }, 'waiting for a store');
  const retryOptions = { signal, isTransient: isUnavailable, onRetry };
  await retry(() => stores.log.readHead(), retryOptions);
  const retryDelays = new RetryDelays();
  while (!signal.aborted) {
    await retry(() => standBy(stores.generations, otherVersions, logger, signal), retryOptions);
    const lease = await waitForLease(stores.generations.metaDatabase, holder, leaseTtlMs, signal);
    if (!lease) break;
    logger.info({ epoch: lease.epoch }, 'projecting events');
    const leaseSignal = AbortSignal.any([signal, lease.lost]);
    try {
      await projectWhileLeased({ ...stores, queue, otherVersions, outages }, lease, logger, leaseSignal);
      retryDelays.reset();
    } catch (error) {
      const isTransient = leaseSignal.aborted || isUnavailable(error) || error instanceof StaleWriter;
      if (!isTransient) throw error;
      logger.warn({ err: error }, 'projecting was interrupted; trying again');
    }
    // A lease that cannot be released still expires.
    await lease.release().catch((error: unknown) => logger.warn({ err: error }, 'the lease could not be released'));
    await retryDelays.wait(signal);
  }
  outages.stop();
  await otherVersions.close();
  await queue.close();
  await stores.close();
}

async function standBy(
  generations: Pick<ViewGenerations, 'findLive'>,
  otherVersions: OtherVersions,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (let hasLogged = false; !signal.aborted; hasLogged = true) {
    const newerVersion = (await generations.findLive()) ? null : await otherVersions.findNewerAtWork();
    if (newerVersion === null) return;
    if (!hasLogged) logger.info(`standing by: a newer projector is building the views of version ${newerVersion}`);
    await sleep(pollIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Network {
  outages: Pick<Outages, 'listFaults'>;
  queue: JobQueue;
  otherVersions: OtherVersions;
}

async function projectWhileLeased(
  { log, generations, queue, otherVersions, outages }: Pick<Stores, 'log' | 'generations'> & Network,
  lease: Lease,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { epoch } = lease;
  // The log may have been restored or replaced while this process was on standby.
  const logId = await readLogIdentity(log);
  const build = buildInThisThread({ log, generations, views, epoch });
  const stores = { log, generations };
  const findHistoryElsewhere = () => otherVersions.findHistory(log, logId);
  const listFaults = () => outages.listFaults();
  const projector = await Projector.open({
    stores,
    build,
    logId,
    epoch,
    logger,
    listFaults,
    signal,
    findHistoryElsewhere,
  });
  projector.start();
  const firstRemoval = removeAbandoned(otherVersions, logger).catch((error: unknown) =>
    logger.warn({ err: error }, 'abandoned views could not be removed'),
  );
  const removal = {
    name: 'remove-abandoned-views',
    everyMs: removalIntervalMs,
    run: () => removeAbandoned(otherVersions, logger),
  };
  const stopPeriodicTasks = startPeriodicTasks([...projector.listPeriodicTasks(), removal], logger);
  const leaseLost = new AbortController();
  void projector.ended.then(() => leaseLost.abort());
  const leaseSignal = AbortSignal.any([signal, leaseLost.signal]);
  const worker = new JobWorker(projector, queue, leaseSignal);
  while (!leaseSignal.aborted) {
    await worker.poll().catch((error: unknown) => logger.warn({ err: error }, 'the job queue is unavailable'));
    await sleep(pollIntervalMs, undefined, { signal: leaseSignal }).catch(() => undefined);
  }
  await firstRemoval;
  await stopPeriodicTasks();
  await projector.stop();
}

async function removeAbandoned(otherVersions: OtherVersions, logger: Logger): Promise<void> {
  const removedVersions = await otherVersions.removeAbandoned();
  if (removedVersions.length > 0) logger.info(`removed the abandoned views of version ${removedVersions.join(', ')}`);
}
