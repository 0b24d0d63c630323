import { open } from 'node:fs/promises';
import type { Database } from './database.js';

/**
 * Brings the write-ahead log of a connection with `synchronous = NORMAL` to the disk in a thread of libuv, ahead of the
 * checkpoint: that holds this thread, and would sync tens of megabytes before it moves the first page
 * (https://sqlite.org/wal.html, "Checkpointing"). It still syncs what came since, so that nothing depends on this.
 */
export class SyncAhead {
  private underWay = false;

  constructor(
    private readonly db: Database,
    private readonly sync = syncFile,
  ) {}

  /** To be called after a commit. While one sync is under way, there is no other. */
  start(): void {
    if (this.underWay) return;
    this.underWay = true;
    this.sync(`${this.db.location()}-wal`)
      .catch(() => undefined) // where it matters, the checkpoint fails too, and reports it
      .finally(() => (this.underWay = false));
  }
}

/** By a handle of its own: SQLite has no lock on a write-ahead log that closing the handle would release. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
