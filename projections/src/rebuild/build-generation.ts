import { Unavailable } from '@guildhall/event-store/port.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';
import { retry } from '@guildhall/event-store/retry.js';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PageFold, buildLimits } from '../runner/page-fold.js';
import { addOrFail, createPoisonError } from '../runner/poison.js';
import { isWriteFault } from '../runner/write-faults.js';
import type { View } from '../view.js';
import { StoreFull, StoreUnavailable } from '../view-store.js';
import type { ViewStore } from '../view-store.js';

export interface BuildOptions {
  log: Pick<EventLog, 'readAll'>;
  store: ViewStore;
  views: readonly View[];
  epoch: number;
  until?: Position;
  onProgress?: (progress: BuildProgress) => void;
  signal?: AbortSignal;
  pageEvents?: number;
}

export interface BuildProgress {
  done: number;
  position: Position;
  eventsPerSecond: number;
}

const pageEventLimit = 500; // A page can span several reads.

/** Waits during outages. @throws PoisonError, StaleWriter, StoreFull, LogDamaged, the signal's reason */
export async function buildGeneration(options: BuildOptions): Promise<Position> {
  const count = createProgressCounter(options.onProgress);
  try {
    return await retry(() => continueFold(options, count), { signal: options.signal, isTransient });
  } catch (error) {
    if (!(error instanceof PageFault)) throw error;
    await writeOneByOne(options);
    throw error.cause; // Every event could be written on its own, so none is at fault.
  }
}

/** A full disk is not a transient fault because the half-built generation stays on it. */
function isTransient(error: unknown): boolean {
  return error instanceof Unavailable || (error instanceof StoreUnavailable && !(error instanceof StoreFull));
}

class PageFault extends Error {}

async function wrapPageFault(write: Promise<unknown>): Promise<void> {
  await write.catch((cause: unknown) => {
    throw isWriteFault(cause) ? new PageFault('A page could not be written', { cause }) : cause;
  });
}

/** Writes the failed page one event at a time. @throws PoisonError for the event that cannot be written */
async function writeOneByOne({ log, store, views, epoch }: BuildOptions): Promise<void> {
  await store.recover(epoch);
  const fold = await PageFold.open(store, views, { ...buildLimits, pageEvents: 1 });
  const from = await store.readCheckpoint();
  for (const event of await log.readAll(from, buildLimits.pageEvents + pageEventLimit)) {
    const poison = await addOrFail(fold, event);
    if (poison) throw poison;
    await wrapPageFault(fold.apply(epoch)).catch((error: unknown) => {
      throw error instanceof PageFault ? createPoisonError(event, error.cause) : error;
    });
  }
}

async function continueFold(options: BuildOptions, count: Count): Promise<Position> {
  const { log, store, views, epoch, until, signal, pageEvents = buildLimits.pageEvents } = options;
  await store.recover(epoch);
  const fold = await PageFold.open(store, views, { ...buildLimits, pageEvents });
  const readLimit = Math.min(pageEventLimit, pageEvents);
  let position = await store.readCheckpoint();
  while (until === undefined || position < until) {
    signal?.throwIfAborted();
    const readEvents = await log.readAll(position, readLimit);
    const eventsUntilEnd = until === undefined ? readEvents : readEvents.filter((event) => event.position <= until);
    await addAll(fold, eventsUntilEnd, epoch);
    position = eventsUntilEnd.at(-1)?.position ?? position;
    if (eventsUntilEnd.length > 0) count(eventsUntilEnd.length, position);
    if (until === undefined && readEvents.length < readLimit) break;
    await (readEvents.length === 0 ? sleep(25) : nextTurn()); // Yields to requests, and to an abort.
  }
  if (fold.events > 0) await wrapPageFault(fold.apply(epoch));
  return position;
}

async function addAll(fold: PageFold, events: readonly StoredEvent[], epoch: number): Promise<void> {
  fold.announce(events);
  for (const event of events) {
    const poison = await addOrFail(fold, event);
    if (poison) throw poison;
    if (fold.full) await wrapPageFault(fold.apply(epoch));
  }
}

type Count = (events: number, position: Position) => void;

function createProgressCounter(onProgress: BuildOptions['onProgress']): Count {
  const startedAt = performance.now();
  let done = 0;
  return (events, position) => {
    done += events;
    const eventsPerSecond = Math.round(done / ((performance.now() - startedAt) / 1000));
    onProgress?.({ done, position, eventsPerSecond });
  };
}
