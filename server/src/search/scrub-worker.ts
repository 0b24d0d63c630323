import { parentPort, workerData } from 'node:worker_threads';
import { scrubInThisThread } from './scrub-search-file.js';

const { path, authorIds } = workerData as { path: string; authorIds: number[] };
await scrubInThisThread(path, authorIds);
parentPort?.postMessage('done');
parentPort?.close();
