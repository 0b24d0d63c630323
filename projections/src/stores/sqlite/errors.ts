import { isDamaged, sqliteCodeOf } from '@guildhall/event-store/sqlite/errors.js';
import { StoreDamaged, StoreFull, StoreUnavailable } from '../../view-store.js';

const passing = new Set([5, 6, 10, 14]);
const full = 13; // SQLITE_FULL

export function translateSqlite(error: unknown): unknown {
  if (isDamaged(error)) return new StoreDamaged((error as Error).message, { cause: error });
  const code = sqliteCodeOf(error);
  if (code === null) return error;
  const message = (error as Error).message;
  if ((code & 0xff) === full) return new StoreFull(message, { cause: error });
  return passing.has(code & 0xff) ? new StoreUnavailable(message, { cause: error }) : error;
}
