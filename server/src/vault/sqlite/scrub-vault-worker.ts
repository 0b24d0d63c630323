import { parentPort, workerData } from 'node:worker_threads';
import { scrubVaultInThisThread } from './scrub-vault.js';

// Worker thread that scrubs the vault's file while the main thread serves requests.
await scrubVaultInThisThread(workerData as string);
parentPort?.postMessage('done');
parentPort?.close();
