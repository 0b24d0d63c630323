import { Unavailable } from '@guildhall/event-store/port.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';
import { retry } from '@guildhall/event-store/retry.js';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { PageFold, buildLimits } from '../runner/page-fold.js';
import { addOrFail } from '../runner/poison.js';
import type { View } from '../view.js';
import { StoreUnavailable } from '../view-store.js';
import type { ViewStore } from '../view-store.js';

export interface BuildOptions {
  log: Pick<EventLog, 'readAll'>;
  store: ViewStore;
  views: readonly View[];
  epoch: number;
  /** The position of an event at which the store must end exactly. Omitted: the end of the log. */
  until?: Position;
  /**
   * A time (ISO 8601): pruned collections receive no older events. Omitted: the position up to which the store has
   * pruned.
   */
  keptSince?: string;
  onProgress?: (progress: BuildProgress) => void;
  signal?: AbortSignal;
  pageEvents?: number;
}

export interface BuildProgress {
  /** Events folded by this call; those of the last page may not be written yet. */
  done: number;
  position: Position;
  eventsPerSecond: number;
}

const pageEventLimit = 1_000; // read from the log; a page may span several reads

/**
 * Folds the log into a generation without readers, from its store's checkpoint (for a new one: the beginning), without
 * pauses. Waits while log or store are unavailable.
 * @returns the position reached. @throws PoisonError, StaleWriter, the signal's reason
 */
export async function buildGeneration(options: BuildOptions): Promise<Position> {
  const count = counter(options.onProgress);
  const isTransient = (error: unknown) => error instanceof Unavailable || error instanceof StoreUnavailable;
  return retry(() => continueFold(options, count), { signal: options.signal, isTransient });
}

async function continueFold(options: BuildOptions, count: Count): Promise<Position> {
  const { log, store, views, epoch, until, signal, keptSince, pageEvents = buildLimits.pageEvents } = options;
  await store.recover(epoch);
  const fold = await PageFold.open(store, views, { ...buildLimits, pageEvents });
  const atOnce = Math.min(pageEventLimit, pageEvents);
  let position = await store.checkpoint();
  while (until === undefined || position < until) {
    signal?.throwIfAborted();
    const read = await log.readAll(position, atOnce);
    const wanted = until === undefined ? read : read.filter((event) => event.position <= until);
    if (keptSince !== undefined) await fold.pruneAhead(wanted, keptSince);
    await addAll(fold, wanted, epoch);
    position = wanted.at(-1)?.position ?? position;
    if (wanted.length > 0) count(wanted.length, position);
    if (until === undefined && read.length < atOnce) break;
    await (read.length === 0 ? sleep(25) : breathe()); // requests and an abort must get their turn
  }
  if (fold.events > 0) await fold.apply(epoch);
  return position;
}

async function addAll(fold: PageFold, events: readonly StoredEvent[], epoch: number): Promise<void> {
  for (const event of events) {
    const poison = await addOrFail(fold, event);
    if (poison) throw poison;
    if (fold.full) await fold.apply(epoch);
  }
}

type Count = (events: number, position: Position) => void;

function counter(onProgress: BuildOptions['onProgress']): Count {
  const began = performance.now();
  let done = 0;
  return (events, position) => {
    done += events;
    const eventsPerSecond = Math.round(done / ((performance.now() - began) / 1000));
    onProgress?.({ done, position, eventsPerSecond });
  };
}
