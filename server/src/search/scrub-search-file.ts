import { Worker } from 'node:worker_threads';
import { closeDatabase, openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { scrub } from '../vault/sqlite/sqlite-scrub.js';

/** Removes from the index's file what was deleted from its tables, down to the bytes. */
export type ScrubSearchFile = (path: string) => Promise<void>;

/**
 * In this thread, which it blocks for about a second with 100,000 posts. FTS5 retains deleted words until the parts of
 * its index are merged into one; its own `secure-delete` leaves words in the inner nodes of its tree.
 */
export const scrubInThisThread: ScrubSearchFile = async (path) => {
  const db = openDatabase(path, { synchronous: 'NORMAL', secureDelete: true });
  try {
    await scrub(db, () => db.exec(`INSERT INTO texts (texts) VALUES ('optimize')`));
  } finally {
    closeDatabase(db);
  }
};

// Always the built file: a worker thread cannot run TypeScript, also when this file is run from its source.
const workerFile = new URL('../../dist/search/scrub-worker.js', import.meta.url);

/** In a thread of its own, so that the site remains responsive. */
export const scrubInWorker: ScrubSearchFile = (path) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: path, execArgv: [] });
    let failure: Error | null = new Error('The thread that scrubbed the search index ended without a word');
    worker.on('message', () => (failure = null));
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => {
      if (failure === null) resolve();
      else reject(failure);
    });
  });
