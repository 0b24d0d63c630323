import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { buildInThisThread } from '@guildhall/projections/rebuild/builder.js';
import { waitForLease, type Lease } from '@guildhall/projections/stores/mongo/lease.js';
import { StaleWriter } from '@guildhall/projections/view-store.js';
import { views } from '@guildhall/projections/views/all-views.js';
import type { Logger } from 'pino';
import { EnvError, readEnv, type Env } from './process/env.js';
import { startPeriodicTasks } from './process/housekeeping.js';
import { logIdentity } from './log/log-identity.js';
import { createLogger } from './process/logger.js';
import { JobWorker } from './projector/job-worker.js';
import { isUnavailable, retryWhileUnavailable } from './stores/unavailable.js';
import { JobQueue } from './projector/job-queue.js';
import { Projector } from './projector/projector.js';
import { closeOnSignal } from './process/signals.js';
import { openNetworkStores, type Stores } from './stores/stores.js';

const leaseTtlMs = 10_000; // ms
const pollIntervalMs = 1_000; // ms

try {
  const env = readEnv(process.env);
  if (!env.network) throw new EnvError('EVENTSTORE_URL: must be set: only the network mode has a projector of its own');
  const logger = createLogger(env);
  const stopping = new AbortController();
  const ended = work(env.network, logger, stopping.signal).catch((error: unknown) => {
    if (error !== stopping.signal.reason) throw error; // stopped while it waited for a store
  });
  closeOnSignal({ close: () => (stopping.abort(), ended) }, logger);
  await ended;
  process.exit(0);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Stands by until the lease is free, projects while it is held, and stands by again when another has taken it. */
async function work(network: NonNullable<Env['network']>, logger: Logger, signal: AbortSignal): Promise<void> {
  const stores = await openNetworkStores(network);
  const queue = new JobQueue(network.mongoUrl);
  const holder = `${hostname()}:${process.pid}`;
  await retryWhileUnavailable(() => stores.log.head(), logger, signal);
  const retryDelays = new RetryDelays();
  while (!signal.aborted) {
    const lease = await waitForLease(stores.generations.metaDatabase, holder, leaseTtlMs, signal);
    if (!lease) break;
    logger.info({ epoch: lease.epoch }, 'projecting');
    const leaseSignal = AbortSignal.any([signal, lease.lost]);
    try {
      await projectWhileLeased({ ...stores, queue }, lease, logger, leaseSignal);
      retryDelays.reset();
    } catch (error) {
      const passing = leaseSignal.aborted || isUnavailable(error) || error instanceof StaleWriter;
      if (!passing) throw error;
      logger.warn({ err: error }, 'projecting broke off');
    }
    // A lease that cannot be released expires by itself.
    await lease.release().catch((error: unknown) => logger.warn({ err: error }, 'the lease was not released'));
    await retryDelays.wait(signal);
  }
  await queue.close();
  await stores.close();
}

async function projectWhileLeased(
  { log, generations, queue }: Pick<Stores, 'log' | 'generations'> & { queue: JobQueue },
  lease: Lease,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { epoch } = lease;
  const logId = await logIdentity(log); // it may have been restored or replaced while this process stood by
  const build = buildInThisThread({ log, generations, views, epoch });
  const projector = await Projector.open({ stores: { log, generations }, build, logId, epoch, logger, signal });
  projector.start();
  const stopChores = startPeriodicTasks(projector.chores(), logger);
  const lost = new AbortController();
  void projector.ended.then(() => lost.abort());
  const leaseSignal = AbortSignal.any([signal, lost.signal]);
  const worker = new JobWorker(projector, queue, leaseSignal);
  while (!leaseSignal.aborted) {
    await worker.poll().catch((error: unknown) => logger.warn({ err: error }, 'the job notes are unavailable'));
    await sleep(pollIntervalMs, undefined, { signal: leaseSignal }).catch(() => undefined);
  }
  await stopChores();
  await projector.stop();
}
