import type { Position } from '@guildhall/event-store/port.js';
import { buildGeneration } from './build-generation.js';
import type { BuildProgress } from './build-generation.js';
import type { BuildNextToLive } from './builder.js';
import { compareAll, compareSome } from './compare-stores.js';
import type { Difference, Stores } from './compare-stores.js';
import { beginGeneration } from './live-generation.js';
import type { ViewSchema, ViewStore } from '../view-store.js';

export interface VerifyOptions extends BuildNextToLive {
  onProgress?: (progress: BuildProgress) => void;
}

export interface VerifyReport {
  position: Position;
  documents: number;
  differences: Difference[];
  more: boolean;
}

const maxReportedDifferences = 1_000;

/** Compares a fresh fold with the live views. @throws PoisonError if the log cannot be folded; the signal's reason */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const { generations, signal, onProgress } = options;
  const generation = await beginGeneration(generations, options.runner.store);
  try {
    await options.build(generation, { signal, onProgress });
    return await compare(await generations.open(generation), options);
  } finally {
    await generations.drop(generation);
  }
}

async function compare(scratch: ViewStore, options: VerifyOptions): Promise<VerifyReport> {
  const { log, views, epoch, runner, signal } = options;
  const build = { log, store: scratch, views, epoch, ...(signal && { signal }) };
  const schema = Object.assign({}, ...views.map((view) => view.schema)) as ViewSchema;
  const stores = { live: runner.store, scratch, schema };
  const { documents, differences } = await compareAll(stores, signal);
  // Most differences come from writes between the two reads. Rechecking only these keeps the pause short.
  await buildGeneration(build);
  const suspectDifferences = await recheck(stores, differences);
  const position = await runner.pause();
  try {
    await buildGeneration({ ...build, until: position });
    const confirmedDifferences = await recheck(stores, suspectDifferences.slice(0, maxReportedDifferences));
    return {
      position,
      documents,
      differences: confirmedDifferences,
      more: suspectDifferences.length > maxReportedDifferences,
    };
  } finally {
    runner.resume();
  }
}

async function recheck(stores: Stores, suspectDifferences: readonly Difference[]): Promise<Difference[]> {
  const collections = new Set(suspectDifferences.map(({ collection }) => collection));
  const mismatches: Difference[] = [];
  for (const name of collections) {
    const ids = suspectDifferences.filter(({ collection }) => collection === name).map(({ id }) => id);
    mismatches.push(...(await compareSome(stores, name, ids)));
  }
  return mismatches;
}
