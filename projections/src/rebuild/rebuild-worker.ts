import { LogDamaged } from '@guildhall/event-store/port.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite/log-reader.js';
import { parentPort, workerData } from 'node:worker_threads';
import { buildInThisThread } from './builder.js';
import type { BuildJob, BuildReport } from './build-in-worker.js';
import { ReaderThread, type ReaderJob } from './reader-thread.js';
import { WriterThread, type WriterJob } from './writer-thread.js';
import { ThreadCalls } from './thread-calls.js';
import { PoisonError } from '../runner/poison.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import { declaredFields } from '../stores/view-fields.js';
import type { ViewStore } from '../view-store.js';
import { viewSchema, views } from '../views/all-views.js';

// Runs as a thread of its own: builds one generation of SQLite views while the main thread serves. Two more read the log
// and write the views, so that this one only folds.
const { logPath, viewsFolder, generation, epoch } = workerData as BuildJob;
const abort = new AbortController();
parentPort?.once('message', () => abort.abort());
const postReport = (report: BuildReport) => parentPort?.postMessage(report);

const log = openSqliteLogReader(logPath);
const generations = await openSqliteGenerations(viewsFolder, viewSchema);
const declared = declaredFields(viewSchema);
const startThreads = (number: number, store: ViewStore) => ({
  log: new ReaderThread(new ThreadCalls('reader-worker', { logPath } satisfies ReaderJob), log),
  store: new WriterThread(
    new ThreadCalls('writer-worker', { viewsFolder, generation: number } satisfies WriterJob),
    store,
    declared,
  ),
});
const build = buildInThisThread({ log, generations, views, epoch, startThreads });
try {
  await build(generation, { signal: abort.signal, onProgress: (progress) => postReport({ progress }) });
  postReport({ done: true });
} catch (error) {
  if (error instanceof PoisonError) postReport({ poison: error.poison });
  else if (error instanceof LogDamaged) postReport({ damaged: error.where });
  else postReport({ error: error instanceof Error ? error : new Error(String(error)) });
} finally {
  await generations.close();
  await log.close();
  parentPort?.close();
}
