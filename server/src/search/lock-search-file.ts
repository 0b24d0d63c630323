import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tryProcessLock } from '@guildhall/event-store/sqlite/process-lock.js';
import { removeSearchFile } from './search-tables.js';

export interface SearchFile {
  path: string;
  release: () => void;
}

/**
 * Servers that share a folder use `search-2.db` and so on. Removes the files of stopped servers so that no erasure
 * misses them.
 */
export function lockSearchFile(folder: string): SearchFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? 'search.db' : `search-${number}.db`);
    const release = tryProcessLock(path);
    if (!release) continue;
    removeOthers(folder, path);
    return { path, release };
  }
}

function removeOthers(folder: string, own: string): void {
  const searchFiles = readdirSync(folder).filter((name) => /^search(-\d+)?\.db$/.test(name));
  for (const path of searchFiles.map((name) => join(folder, name))) {
    const release = path === own ? null : tryProcessLock(path);
    if (!release) continue;
    removeSearchFile(path);
    release();
  }
}
