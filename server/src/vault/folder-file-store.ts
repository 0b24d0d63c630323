import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './files.js';
import { wrapVaultErrors } from './wrap-vault-errors.js';

export const getFilesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Holds files that are still being written. It cannot clash with a file name, which never begins with a dot. */
const getPartialFolder = (folder: string): string => join(folder, '.partial');

export function createFolderFileStore(folder: string, isOpen = (): boolean => true): FileStore {
  const on = <T>(work: () => Promise<T>): Promise<T> =>
    wrapVaultErrors(() => {
      if (!isOpen()) throw new Error('it is closed');
      return work();
    });
  return {
    put: (name, bytes) => on(() => writeFile(folder, name, bytes)),
    get: (name) => on(() => withMissingFallback(readFile(join(folder, name)), null)),
    has: (name) => on(async () => (await withMissingFallback(stat(join(folder, name)), null)) !== null),
    remove: (name) => on(() => rm(join(folder, name), { force: true })),
    list: (prefix, after, limit) => on(() => listFiles(folder, prefix, after, limit)),
  };
}

/** Must not be called while another process writes to the folder. */
export const removePartialFiles = (folder: string): Promise<void> =>
  rm(getPartialFolder(folder), { recursive: true, force: true });

async function writeFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name);
  const partialPath = join(getPartialFolder(folder), randomUUID());
  for (const each of [dirname(path), dirname(partialPath)]) await mkdir(each, { recursive: true, mode: 0o700 });
  try {
    const file = await open(partialPath, 'wx', 0o600);
    await file.writeFile(bytes).finally(() => file.sync().finally(() => file.close()));
    await rename(partialPath, path);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
  for (const each of [dirname(path), folder]) await syncFolder(each);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

async function listFiles(folder: string, prefix: string, after: string, limit: number): Promise<string[]> {
  const names: string[] = [];
  const owners = (await listNames(folder)).map((owner) => `${owner}/`).sort(compareCodePoints);
  for (const owner of owners) {
    if (!(owner.startsWith(prefix) || prefix.startsWith(owner)) || owner < after.slice(0, owner.length)) continue;
    const ownedNames = (await listNames(join(folder, owner))).map((name) => owner + name).sort(compareCodePoints);
    names.push(...ownedNames.filter((name) => name > after && name.startsWith(prefix)));
    if (names.length >= limit) break;
  }
  return names.slice(0, limit);
}

const listNames = async (folder: string): Promise<string[]> =>
  (await withMissingFallback(readdir(folder), [])).filter((name) => !name.includes('.'));

const compareCodePoints = (a: string, b: string): number => (a < b ? -1 : 1);

async function withMissingFallback<T, Missing>(reading: Promise<T>, missing: Missing): Promise<T | Missing> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
    throw error;
  }
}
