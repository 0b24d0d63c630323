import { parentPort, workerData } from 'node:worker_threads';
import { serveCalls } from './thread-calls.js';
import type { WriterJob } from './writer-thread.js';
import type { Rows } from '../stores/sqlite/bulk-writer.js';
import { openSqliteGenerations } from '../stores/sqlite/generations.js';
import type { ViewPage } from '../view-store.js';
import { viewSchema } from '../views/all-views.js';

// Runs as a thread of its own: writes the pages of the thread that folds.
const { viewsFolder, generation } = workerData as WriterJob;
const generations = await openSqliteGenerations(viewsFolder, viewSchema);
const store = await generations.open(generation, { building: true });
serveCalls(parentPort, {
  writeRows: (rows: Rows) => store.writeRows(rows),
  finishPage: (page: Pick<ViewPage, 'last' | 'epoch'>) => store.finishPage(page),
  setMeta: (key: string, value: unknown) => store.setMeta(key, value),
  recover: (epoch: number) => store.recover(epoch),
  close: () => generations.close(),
});
