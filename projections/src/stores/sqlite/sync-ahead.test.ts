import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SyncAhead } from './sync-ahead.js';

let folder: string;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('runs one sync at a time and syncs again after a failure', async () => {
  const sync = vi.fn<(path: string) => Promise<void>>();
  let fail: (error: Error) => void = () => undefined;
  sync.mockReturnValueOnce(new Promise((_, reject) => (fail = reject))).mockResolvedValue();
  const syncAhead = new SyncAhead('views.db-wal', sync);
  syncAhead.start();
  syncAhead.start();
  expect(sync.mock.calls).toEqual([['views.db-wal']]);
  fail(new Error('EIO')); // An unhandled rejection would make the test run fail.
  await vi.waitFor(() => {
    syncAhead.start();
    expect(sync).toHaveBeenCalledTimes(2);
  });
});

it('syncs a database file to disk', async () => {
  const path = join(folder, 'views.db-wal');
  const handle = await open(path, 'w');
  const datasync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
  await handle.close();
  new SyncAhead(path).start();
  await vi.waitFor(() => expect(datasync.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]));
});
