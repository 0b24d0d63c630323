import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup } from '@photostructure/sqlite';
import { connect, openDatabase } from './database.js';

export interface CopyProgress {
  done: number;
  total: number;
}

const pagesPerStep = 1_000;

/** Copies a snapshot taken at the time of the call, and syncs the copy. @throws any driver error */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = openDatabase(from, { readOnly: true });
  try {
    // An open read transaction pins a snapshot. Without it, each write would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const pages = await backup(source, to, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) =>
        onProgress({ done: totalPages - remainingPages, total: totalPages }),
    });
    onProgress({ done: pages, total: pages }); // The driver does not report the last step.
  } finally {
    // This must run first because a connection with an open statement closes late and would block checkpoints.
    if (source.isTransaction) source.exec('ROLLBACK');
    source.close();
  }
  const copy = connect(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE'); // The copy is in WAL mode too, which would require two more files.
  } finally {
    copy.close();
  }
  for (const path of [to, dirname(to)]) syncToDisk(path);
}

export function checkIntegrity(path: string): string[] {
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

export function syncToDisk(path: string): void {
  if (process.platform === 'win32') return; // Windows can neither open folders nor sync a file that was opened for reading.
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
