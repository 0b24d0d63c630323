import { beginning } from '@guildhall/event-store/port.js';
import { retry } from '@guildhall/event-store/retry.js';
import { buildGeneration } from './build-generation.js';
import type { BuildProgress } from './build-generation.js';
import type { BuildNextToLive } from './builder.js';
import { beginGeneration } from './live-generation.js';
import { StoreUnavailable } from '../view-store.js';
import type { LiveGeneration, ViewGenerations, ViewStore } from '../view-store.js';

export interface RebuildProgress extends BuildProgress {
  phase: 'building' | 'switching';
}

export interface RebuildOptions extends BuildNextToLive {
  onSwitch: (store: ViewStore) => void;
  onProgress?: (progress: RebuildProgress) => void;
}

/**
 * Switches generations between two pages, at exactly the same position. The old generation is retained until the next
 * rebuild.
 * @throws PoisonError, the signal's reason, or any error of the store, in which case the live generation is unchanged
 */
export async function rebuild(options: RebuildOptions): Promise<void> {
  const { generations, runner } = options;
  const live = await generations.findLive();
  if (!live) throw new Error('There are no live views to rebuild');
  for (const oldGeneration of await generations.list())
    if (oldGeneration !== live.generation) await generations.drop(oldGeneration);
  const generation = await beginGeneration(generations, runner.store);
  try {
    const reportProgress = createProgressReporter(options);
    await options.build(generation, {
      signal: options.signal,
      onProgress: (progress) => reportProgress('building', progress),
    });
    reportProgress('switching');
    await switchTo(await generations.open(generation), live, options);
  } catch (error) {
    await dropUnlessLive(generations, generation).catch(() => undefined); // If this fails, the next rebuild drops the generation.
    throw error;
  }
}

async function switchTo(store: ViewStore, live: LiveGeneration, options: RebuildOptions): Promise<void> {
  const { log, views, epoch, runner, signal, onSwitch } = options;
  const build = { log, store, views, epoch, ...(signal && { signal }) };
  await buildGeneration(build); // Folds the events appended in the meantime, which keeps the pause short.
  const until = await runner.pause();
  let nextStore = runner.store;
  try {
    await buildGeneration({ ...build, until });
    await setLiveWithRetry(options, { ...live, generation: store.generation });
    nextStore = store;
    onSwitch(store); // This must precede the next page, which readers of the old store would never see.
  } finally {
    runner.resume(nextStore);
  }
}

/** An unacknowledged write may have succeeded, so only the loss of the lease ends the retries. */
async function setLiveWithRetry(
  { generations, epoch, signal }: Pick<RebuildOptions, 'generations' | 'epoch' | 'signal'>,
  live: LiveGeneration,
): Promise<void> {
  const isTransient = (error: unknown) => error instanceof StoreUnavailable;
  await retry(() => generations.setLive(live, epoch), { signal, isTransient });
}

async function dropUnlessLive(generations: ViewGenerations, generation: number): Promise<void> {
  if ((await generations.findLive())?.generation !== generation) await generations.drop(generation);
}

function createProgressReporter({ onProgress }: RebuildOptions) {
  let lastProgress: BuildProgress = { done: 0, position: beginning, eventsPerSecond: 0 };
  return (phase: RebuildProgress['phase'], progress = lastProgress) => {
    lastProgress = progress;
    onProgress?.({ phase, ...progress });
  };
}
