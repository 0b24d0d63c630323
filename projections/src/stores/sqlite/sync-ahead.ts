import { open } from 'node:fs/promises';

export class SyncAhead {
  private underWay = false;

  constructor(
    private readonly path: string,
    private readonly sync = syncFile,
  ) {}

  /** Does nothing while a sync is in progress. */
  start(): void {
    if (this.underWay) return;
    this.underWay = true;
    this.sync(this.path)
      .catch(() => undefined) // The checkpoint syncs again and, if that fails, is retried after the next commit.
      .finally(() => (this.underWay = false));
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+'); // Windows does not sync a file that was opened read-only.
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
