import type { EventLog } from '@guildhall/event-store/port.js';
import { buildGeneration } from './build-generation.js';
import type { BuildProgress } from './build-generation.js';
import { PoisonError } from '../runner/poison.js';
import type { Runner } from '../runner/runner.js';
import type { View } from '../view.js';
import type { ViewGenerations } from '../view-store.js';

export interface BuilderOptions {
  onProgress?: ((progress: BuildProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Leaves the generation closed, synced and with its indexes. @throws PoisonError, StaleWriter, the signal's reason */
export type Builder = (generation: number, options: BuilderOptions) => Promise<void>;

export interface BuildParts {
  log: Pick<EventLog, 'readAll'>;
  generations: ViewGenerations;
  views: readonly View[];
  epoch: number;
}

export interface BuildNextToLive extends BuildParts {
  build: Builder;
  runner: Pick<Runner, 'pause' | 'resume' | 'store'>;
  signal?: AbortSignal;
}

export function buildInThisThread({ generations, ...parts }: BuildParts): Builder {
  return async (generation, options) => {
    const build = async (isBuilding: boolean) => {
      const store = await generations.open(generation, { building: isBuilding });
      await buildGeneration({ ...parts, ...options, store }).finally(() => store.close());
    };
    await build(true).catch(async (error: unknown) => {
      // The generation can go live with the events before the poison event.
      if (error instanceof PoisonError) await (await generations.open(generation)).close();
      throw error;
    });
    await build(false); // Creating the indexes took time, so this folds the events appended meanwhile.
  };
}
