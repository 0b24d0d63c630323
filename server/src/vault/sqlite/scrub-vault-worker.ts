import { parentPort, workerData } from 'node:worker_threads';
import { scrubVaultInThisThread } from './scrub-vault.js';

// Runs as a thread of its own: scrubs the vault's file while the main thread serves.
await scrubVaultInThisThread(workerData as string);
parentPort?.postMessage('done');
parentPort?.close();
