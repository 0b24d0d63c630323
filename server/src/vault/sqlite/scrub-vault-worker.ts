import { parentPort, workerData } from 'node:worker_threads';
import { scrubVaultInThisThread } from './scrub-vault.js';

await scrubVaultInThisThread(workerData as string);
parentPort?.postMessage('done');
parentPort?.close();
