import type { Builder, BuilderOptions } from './builder.js';
import { prunedToKey } from './page-fold.js';
import { PoisonError } from './poison.js';
import { prunedToOf } from './prune-changes.js';
import type { LiveGeneration, ViewGenerations, ViewStore } from './view-store.js';

/**
 * Opens the live views of a log. Where there are none (a fresh installation, lost files, views of another log, or of
 * another version of the views) they are built first; an event that stops the build is left to the runner, which skips and records it.
 */
export async function openLiveViews(
  generations: ViewGenerations,
  { log, views }: Pick<LiveGeneration, 'log' | 'views'>,
  build: Builder,
  options: BuilderOptions = {},
): Promise<ViewStore> {
  const live = await generations.live();
  if (live?.log === log && live.views === views && (await generations.list()).includes(live.generation))
    return generations.open(live.generation);
  const generation = await beginGeneration(generations);
  try {
    await build(generation, options);
  } catch (error) {
    if (!(error instanceof PoisonError)) throw error;
  }
  await generations.setLive({ log, views, generation });
  return generations.open(generation);
}

/** Makes a generation of the next number, to be built. What the live one has pruned is not built again. */
export async function beginGeneration(generations: ViewGenerations, live?: ViewStore): Promise<number> {
  const generation = Math.max(0, ...(await generations.list())) + 1;
  const store = await generations.open(generation, { building: true });
  const prunedTo = live ? await prunedToOf(live) : null;
  if (prunedTo !== null) await store.setMeta(prunedToKey, prunedTo);
  await store.close();
  return generation;
}
