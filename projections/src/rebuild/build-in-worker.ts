import { LogDamaged } from '@guildhall/event-store/port.js';
import { Worker } from 'node:worker_threads';
import type { BuildProgress } from './build-generation.js';
import type { Builder } from './builder.js';
import { PoisonError } from '../runner/poison.js';
import type { PoisonEvent } from '../runner/poison.js';

export interface BuildJob {
  logPath: string;
  viewsFolder: string;
  generation: number;
  epoch: number;
}

export type BuildReport =
  { progress: BuildProgress } | { done: true } | { poison: PoisonEvent } | { damaged: string } | { error: Error };

// A worker thread cannot run TypeScript, so it runs the built file.
const workerFile = new URL('../../dist/rebuild/rebuild-worker.js', import.meta.url);

export function buildInWorker(files: Omit<BuildJob, 'generation'>): Builder {
  return (generation, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(workerFile, {
        workerData: { ...files, generation } satisfies BuildJob,
        execArgv: [], // The worker must not inherit a condition that resolves packages to their sources.
      });
      const stop = () => worker.postMessage('stop');
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      let waitForOutcome = () =>
        reject(new Error('The worker that builds the views exited without reporting a result'));
      worker.on('message', (report: BuildReport) => {
        if ('progress' in report) onProgress?.(report.progress);
        else if ('done' in report) waitForOutcome = resolve;
        else waitForOutcome = () => reject(toError(report));
      });
      worker.on('error', (error) => (waitForOutcome = () => reject(error)));
      worker.on('exit', () => {
        signal?.removeEventListener('abort', stop);
        if (signal?.aborted) reject(signal.reason as Error);
        else waitForOutcome();
      });
    });
}

type Failure = Exclude<BuildReport, { progress: BuildProgress } | { done: true }>;

/** Restores an error's class, which is lost between threads. */
function toError(report: Failure): Error {
  if ('poison' in report) return new PoisonError(report.poison);
  return 'damaged' in report ? new LogDamaged(report.damaged) : report.error;
}
