import { parentPort, workerData } from 'node:worker_threads';
import { scrubInThisThread } from './scrub-search-file.js';

// Worker thread that scrubs the search index's file while the main thread serves requests.
const { path, authorIds } = workerData as { path: string; authorIds: number[] };
await scrubInThisThread(path, authorIds);
parentPort?.postMessage('done');
parentPort?.close();
