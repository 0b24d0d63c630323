import { Worker } from 'node:worker_threads';

// Worker threads cannot run TypeScript, so they use the built files even if this file runs from source.
const distFolder = new URL('../../dist/', import.meta.url);

export function runInWorker(file: string, workerData: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, distFolder), { workerData, execArgv: [] });
    let failure: Error | null = new Error(`The worker for ${file} exited without a message`);
    worker.on('message', () => (failure = null));
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => {
      if (failure === null) resolve();
      else reject(failure);
    });
  });
}
