import { StoreUnavailable } from './view-store.js';

// SQLITE_BUSY, LOCKED, IOERR, FULL and CANTOPEN: the disk or another process is in the way, nothing is wrong in here.
const passing = new Set([5, 6, 10, 13, 14]);

/** What the driver threw, as the port's error where waiting may help. */
export function translateSqlite(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error;
  return passing.has(error.errcode & 0xff) ? new StoreUnavailable(error.message, { cause: error }) : error;
}
