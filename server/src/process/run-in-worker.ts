import { Worker } from 'node:worker_threads';

// Always the built files: a worker thread cannot run TypeScript, also when this file is run from its source.
const built = new URL('../../dist/', import.meta.url);

/**
 * Runs a file of the build (`search/scrub-worker.js`) as a thread of its own until it ends. It posts a message once it
 * has done its work. @throws its error, or one that says that it ended without a message
 */
export function runInWorker(file: string, workerData: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, built), { workerData, execArgv: [] });
    let failure: Error | null = new Error(`The thread of ${file} ended without a word`);
    worker.on('message', () => (failure = null));
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => {
      if (failure === null) resolve();
      else reject(failure);
    });
  });
}
