import { StoreUnavailable } from '../../view-store.js';

// SQLITE_BUSY, LOCKED, IOERR, FULL and CANTOPEN: the disk or another process is the cause, not this program.
const passing = new Set([5, 6, 10, 13, 14]);

// SQLITE_CORRUPT and NOTADB.
const damaged = new Set([11, 26]);
/** SQLITE_IOERR_SHORT_READ: the file ends before a page that it must have. */
const cutShort = 522;

/** Whether the driver says that the file itself cannot be read: waiting does not help. */
export function isDamaged(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && (damaged.has(code & 0xff) || code === cutShort);
}

/** What the driver threw, as the port's error where waiting may help. */
export function translateSqlite(error: unknown): unknown {
  const code = codeOf(error);
  return code !== null && passing.has(code & 0xff)
    ? new StoreUnavailable((error as Error).message, { cause: error })
    : error;
}

/** SQLite's extended result code; null for what is no error of the driver. */
function codeOf(error: unknown): number | null {
  const isFromDriver = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return isFromDriver ? (error.errcode as number) : null;
}
