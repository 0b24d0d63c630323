import { LogDamaged } from '@guildhall/event-store/port.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite/log-reader.js';
import { parentPort, workerData } from 'node:worker_threads';
import { buildInThisThread } from './builder.js';
import type { BuildJob, BuildReport } from './build-in-worker.js';
import { PoisonError } from '../runner/poison.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import { viewSchema, views } from '../views/all-views.js';

const { logPath, viewsFolder, generation, epoch } = workerData as BuildJob;
const abort = new AbortController();
parentPort?.once('message', () => abort.abort());
const postReport = (report: BuildReport) => parentPort?.postMessage(report);

const log = openSqliteLogReader(logPath);
const generations = await openSqliteGenerations(viewsFolder, viewSchema);
const build = buildInThisThread({ log, generations, views, epoch });
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
