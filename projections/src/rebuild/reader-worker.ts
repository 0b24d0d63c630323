import { parentPort, workerData } from 'node:worker_threads';
import type { Position } from '@guildhall/event-store/port.js';
import { openSqliteLogReader } from '@guildhall/event-store/sqlite/log-reader.js';
import type { ReaderJob } from './reader-thread.js';
import { serveCalls } from './thread-calls.js';

// Runs as a thread of its own: reads the log for the thread that folds it.
const log = openSqliteLogReader((workerData as ReaderJob).logPath);
serveCalls(parentPort, {
  readText: (after: Position, limit: number) => log.readText(after, limit),
  close: () => log.close(),
});
