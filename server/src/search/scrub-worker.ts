import { parentPort, workerData } from 'node:worker_threads';
import { scrubInThisThread } from './scrub-search-file.js';

// Runs as a thread of its own: scrubs the file of the search index while the main thread serves.
const { path, authorIds } = workerData as { path: string; authorIds: number[] };
await scrubInThisThread(path, authorIds);
parentPort?.postMessage('done');
parentPort?.close();
