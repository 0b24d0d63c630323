import { isDamaged, getSqliteCode } from '@guildhall/event-store/sqlite/errors.js';
import { StoreDamaged, StoreFull, StoreUnavailable } from '../../view-store.js';

const transientCodes = new Set([5, 6, 10, 14]);
const sqliteFull = 13;

export function translateSqlite(error: unknown): unknown {
  if (isDamaged(error)) return new StoreDamaged((error as Error).message, { cause: error });
  const code = getSqliteCode(error);
  if (code === null) return error;
  const message = (error as Error).message;
  if ((code & 0xff) === sqliteFull) return new StoreFull(message, { cause: error });
  return transientCodes.has(code & 0xff) ? new StoreUnavailable(message, { cause: error }) : error;
}
