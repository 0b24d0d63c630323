import { randomBytes } from 'node:crypto';
import { containsEvent } from '@guildhall/event-store/event-reference.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Builder, BuilderOptions } from './builder.js';
import { prunedToKey } from '../runner/page-fold.js';
import { PoisonError } from '../runner/poison.js';
import { readPrunedTo } from '../runner/prune-changes.js';
import { StoreDamaged, type LiveGeneration, type ViewGenerations, type ViewStore } from '../view-store.js';

export interface LiveViewsOptions {
  log: Pick<EventLog, 'readStream'>;
  /** Views of another log or version must be rebuilt. */
  logId: string;
  views: number;
  epoch: number;
  onUnusable?: (reason: string) => void;
  findHistoryElsewhere?: (() => Promise<string | null>) | undefined;
}

export interface LiveViewsOfLog {
  store: ViewStore;
  historyId: string;
}

/**
 * Rebuilds the views first if they cannot be used: damaged, from another log or version, or newer than a restored log.
 * If an event stops the build, the runner skips and records it.
 */
export async function openLiveViews(
  generations: ViewGenerations,
  viewsOptions: LiveViewsOptions,
  build: Builder,
  options: BuilderOptions = {},
): Promise<LiveViewsOfLog> {
  const live = await generations.findLive();
  const store = live && (await openIfUsable(generations, live, viewsOptions));
  const unfinishedGenerations = (await generations.list()).filter((number) => number > (live?.generation ?? 0));
  if (store && live.views === viewsOptions.views) {
    for (const number of unfinishedGenerations) await generations.drop(number);
    return { store, historyId: live.historyId };
  }
  if (store)
    viewsOptions.onUnusable?.(`the views have version ${live.views} instead of ${viewsOptions.views}: rebuilding them`);
  const generation = await beginGeneration(generations, store); // The number must never be reused.
  await store?.close();
  for (const number of unfinishedGenerations) await generations.drop(number);
  try {
    await build(generation, options);
  } catch (error) {
    if (!(error instanceof PoisonError)) throw error;
  }
  // A new version of the same views keeps the history id, so positions remain valid.
  const historyId = store ? live.historyId : await chooseHistoryId(live, viewsOptions);
  await generations.setLive(
    { log: viewsOptions.logId, views: viewsOptions.views, generation, historyId },
    viewsOptions.epoch,
  );
  return { store: await generations.open(generation), historyId };
}

async function chooseHistoryId(
  lostGeneration: LiveGeneration | null,
  { findHistoryElsewhere }: LiveViewsOptions,
): Promise<string> {
  const elsewhere = await findHistoryElsewhere?.();
  return elsewhere && elsewhere !== lostGeneration?.historyId ? elsewhere : randomBytes(4).toString('hex');
}

export async function findUsableHistoryId(
  generations: ViewGenerations,
  viewsOptions: Pick<LiveViewsOptions, 'log' | 'logId'>,
): Promise<string | null> {
  const live = await generations.findLive();
  const store = live && (await openIfUsable(generations, live, viewsOptions));
  await store?.close();
  return store ? live.historyId : null;
}

/** Returns whether the log contains every event in the views. @throws Unavailable, StoreUnavailable */
export async function isFoldedFrom(log: Pick<EventLog, 'readStream'>, store: ViewStore): Promise<boolean> {
  const last = await store.readLastEvent();
  return last !== null && (await containsEvent(log, last));
}

/** Returns null if the generation does not exist or was not folded from this log. */
async function openIfUsable(
  generations: ViewGenerations,
  live: LiveGeneration,
  { log, logId, onUnusable }: Pick<LiveViewsOptions, 'log' | 'logId' | 'onUnusable'>,
): Promise<ViewStore | null> {
  if (live.log !== logId || !(await generations.list()).includes(live.generation)) return null;
  try {
    const store = await generations.open(live.generation);
    if (await isFoldedFrom(log, store)) return store;
    await store.close();
    onUnusable?.('the last event in the views is not in the log (was an older backup restored?): rebuilding them');
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    onUnusable?.(`rebuilding the views: ${error.message}`);
  }
  return null;
}

/** Copies the live generation's pruning mark, so pruned documents are not built again. */
export async function beginGeneration(generations: ViewGenerations, live: ViewStore | null): Promise<number> {
  const generation = Math.max(0, ...(await generations.list())) + 1;
  const store = await generations.open(generation, { building: true });
  const prunedTo = live ? await readPrunedTo(live).catch(ignoreDamage) : null;
  if (prunedTo !== null) await store.setMeta(prunedToKey, prunedTo);
  await store.close();
  return generation;
}

function ignoreDamage(error: unknown): null {
  if (error instanceof StoreDamaged) return null;
  throw error;
}
