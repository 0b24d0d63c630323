import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { expect, test } from 'vitest';
import { createFolderFileStore, removePartialFiles } from './folder-file-store.js';
import { VaultUnavailable } from './vault.js';

test('a file that cannot be completed leaves nothing behind', async () => {
  const folder = join(createTemporaryFolder(), 'files');
  const store = createFolderFileStore(folder);
  // A folder cannot be replaced with a file.
  mkdirSync(join(folder, '1/a'), { recursive: true });
  await expect(store.put('1/a', Buffer.from('a'))).rejects.toBeInstanceOf(VaultUnavailable);
  rmSync(join(folder, '1/a'), { recursive: true });
  expect([await store.list('', '', 10), readdirSync(join(folder, '.partial'))]).toEqual([[], []]);
});

test('files that a crash left incomplete are not listed, and are removed on request', async () => {
  const folder = createTemporaryFolder();
  const store = createFolderFileStore(folder);
  await store.put('1/a', Buffer.from('a'));
  writeFileSync(join(folder, '.partial/half'), 'a');
  expect(await store.list('', '', 10)).toEqual(['1/a']);
  await removePartialFiles(folder);
  expect(existsSync(join(folder, '.partial'))).toBe(false);
  await store.put('1/b', Buffer.from('b'));
  expect(await store.list('', '', 10)).toEqual(['1/a', '1/b']);
});
