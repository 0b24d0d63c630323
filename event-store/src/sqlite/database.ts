import { createRequire } from 'node:module';
import type { BackupOptions, DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

export interface OpenOptions {
  readOnly?: boolean;
  /** FULL syncs every commit to the disk before it returns; NORMAL is for data that can be rebuilt. */
  synchronous?: 'FULL' | 'NORMAL';
  /** Overwrites deleted content with zeroes. */
  secureDelete?: boolean;
}

const require = createRequire(import.meta.url);
const oldestSafe = '3.51.3'; // earlier versions can lose a WAL reset between two connections

/** Opens a database file in WAL mode. The caller must close it with `closeDatabase`. */
export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const db = connect(path, options.readOnly);
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    if (!options.readOnly) {
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous ?? 'FULL'}`);
      if (options.secureDelete) db.exec('PRAGMA secure_delete = ON');
    }
    const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    if (compareVersions(version, oldestSafe) < 0) throw new Error(`SQLite ${version} is older than ${oldestSafe}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a bare connection with SQLite's own defaults, which waits for no lock. @throws an error that names the path */
export function connect(path: string, readOnly = false): Database {
  const { DatabaseSync } = driver();
  try {
    return new DatabaseSync(path, { readOnly, timeout: 0 });
  } catch (error) {
    throw new Error(`Cannot open ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Checkpoints the write-ahead log first: the driver leaves it behind while statements are still open. */
export function closeDatabase(db: Database, readOnly = false): void {
  try {
    if (!readOnly) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

interface Driver {
  DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => Database;
  backup: (source: Database, path: string, options: BackupOptions) => Promise<number>;
}

/** Copies all pages, `rate` at a time, while the process does other work. */
export const backup: Driver['backup'] = (source, path, options) => driver().backup(source, path, options);

/** Uses the runtime's own `node:sqlite` if it is recent enough, else the prebuilt package with the same API. */
function driver(): Driver {
  const builtIn = process.versions['sqlite'];
  const recent = builtIn !== undefined && compareVersions(builtIn, oldestSafe) >= 0;
  return withoutWarning(() => require(recent ? 'node:sqlite' : '@photostructure/sqlite') as Driver);
}

/** Node 22 warns when it loads its experimental SQLite, and the owner of a site can do nothing about it. */
function withoutWarning<T>(load: () => T): T {
  const target: { emitWarning: (warning: string | Error, ...details: [type?: string, code?: string]) => void } =
    process;
  const { emitWarning } = target;
  target.emitWarning = (warning, ...details) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...details);
  };
  try {
    return load();
  } finally {
    target.emitWarning = emitWarning;
  }
}

function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map((v) => v.split('.').map(Number)) as [number[], number[]];
  return x.reduce((order, part, i) => order || part - (y[i] ?? 0), 0);
}
