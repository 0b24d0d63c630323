import { open } from 'node:fs/promises';

/**
 * Syncs a write-ahead log of `synchronous = NORMAL` in libuv's thread pool. A checkpoint runs on the thread that
 * commits, and would otherwise have to sync tens of megabytes first. It still syncs what is left, so nothing depends on
 * this.
 */
export class SyncAhead {
  private underWay = false;

  constructor(
    private readonly path: string,
    private readonly sync = syncFile,
  ) {}

  /** Called after a commit. Does nothing while a sync is in progress. */
  start(): void {
    if (this.underWay) return;
    this.underWay = true;
    this.sync(this.path)
      .catch(() => undefined) // the checkpoint syncs again, and is repeated after the next commit if that fails
      .finally(() => (this.underWay = false));
  }
}

/** Uses a separate handle: SQLite has no POSIX lock on a write-ahead log, so closing the handle releases none. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+'); // Windows does not sync a file that was opened for reading
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
