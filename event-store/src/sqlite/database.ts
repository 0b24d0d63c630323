import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

export interface OpenOptions {
  readOnly?: boolean;
  /** FULL syncs every commit to the disk. NORMAL is for data that can be rebuilt. */
  synchronous?: 'FULL' | 'NORMAL';
  secureDelete?: boolean;
}

/** SQLite recompiles a statement for each value bound to a plain `LIMIT` parameter because the value may change its plan. */
export const limitParameter = 'LIMIT ? + 0';

/** Uses WAL mode. The caller must close the database with `closeDatabase`. */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const db = connect(path, options.readOnly);
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    if (!options.readOnly) {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous ?? 'FULL'}`);
      if (options.secureDelete) db.exec('PRAGMA secure_delete = ON');
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function connect(path: string, readOnly = false): Database {
  try {
    return new DatabaseSync(path, { readOnly, timeout: 0 });
  } catch (error) {
    throw new Error(`Cannot open ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Checkpoints the write-ahead log first because the driver does not do so while statements are open. */
export function closeDatabase(db: Database, readOnly = false): void {
  try {
    if (!readOnly) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

export function runInTransaction<T>(db: Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
