import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, connect, openDatabase } from './database.js';

/** In pages of the database. */
export interface CopyProgress {
  done: number;
  total: number;
}

const pagesAtOnce = 1_000; // 4 MB

/**
 * Copies a database as it is when the copy begins, whoever writes to it meanwhile, to a single file that only its owner
 * may read. The copy is on the disk when this resolves. @throws what the driver throws; a damaged page among others
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { readOnly: true });
  try {
    // An open read keeps one state of the database: otherwise each write of the site would begin the copy again.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const pages = await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) =>
        onProgress({ done: totalPages - remainingPages, total: totalPages }),
    });
    onProgress({ done: pages, total: pages }); // the driver is silent about the last step
  } finally {
    // First: a connection of which a statement is left ends late, and would hold up the checkpoints of the site.
    if (source.isTransaction) source.exec('ROLLBACK');
    source.close();
  }
  const copy = connect(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE'); // it was copied too, and would need two more files
  } finally {
    copy.close();
  }
  for (const path of [to, dirname(to)]) syncToDisk(path);
}

/** The faults that SQLite finds in a whole database file, indexes included; none in a sound one. */
export function faultsOf(path: string): string[] {
  const db = connect(path, true);
  try {
    const rows = db.prepare('PRAGMA integrity_check(10)').all() as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((fault) => fault !== 'ok');
  } catch (error) {
    return [(error as Error).message];
  } finally {
    db.close();
  }
}

/** Writes a file or folder to the disk. */
export function syncToDisk(path: string): void {
  if (process.platform === 'win32') return; // cannot open folders, nor sync what it opened to read
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
