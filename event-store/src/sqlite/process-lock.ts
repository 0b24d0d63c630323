import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type Database } from './database.js';
import { isDamaged } from './errors.js';

const sqliteBusy = 5;

export class LogInUse extends Error {
  constructor(
    readonly path: string,
    readonly pid: number | undefined,
  ) {
    super(`The event log ${path} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}`);
    this.name = 'LogInUse';
  }
}

/**
 * The lock is an exclusive transaction on `<path>.lock`, which ends with the process. Never open and close that file by
 * other means because that would release the lock.
 * @throws LogInUse
 */
export function takeProcessLock(path: string): () => void {
  const pidFile = `${path}.pid`;
  const db = openLock(`${path}.lock`);
  try {
    db.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    db.close();
    throw isBusy(error) ? new LogInUse(path, readPid(pidFile)) : error;
  }
  return () => {
    rmSync(pidFile, { force: true });
    db.exec('ROLLBACK');
    db.close();
  };
}

/** Returns null if another process holds the lock. */
export function tryProcessLock(path: string): (() => void) | null {
  try {
    return takeProcessLock(path);
  } catch (error) {
    if (error instanceof LogInUse) return null;
    throw error;
  }
}

/** Truncates a lock file that something else has overwritten. If the file can be read, no process holds the lock. */
function openLock(file: string): Database {
  const db = connect(file);
  try {
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return db;
  } catch (error) {
    if (!isDamaged(error)) return db; // The caller will get the same error.
    db.close();
    truncateSync(file); // The file is not deleted because another process may be about to lock it.
    return connect(file);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;
}

function readPid(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}
