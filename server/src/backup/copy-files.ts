import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { listStoredNames } from '../files/sealed-file.js';
import { OperatorError } from '../process/operator-error.js';
import { readPages } from '../stores/pages.js';
import { toOwnedFile } from '../vault/file-calls.js';
import type { VaultDocuments } from '../vault/documents.js';
import type { FileStore } from '../vault/files.js';
import type { OnProgress } from './backup-files.js';

/** Returns the names of all files that a vault has a record of. */
export function readRecordedNames(vaultPath: string): Set<string> {
  const db = openDatabase(vaultPath, { readOnly: true });
  try {
    const rows = db.prepare('SELECT document FROM files').all() as { document: string }[];
    return new Set(
      rows.flatMap(({ document }) => listStoredNames(toOwnedFile(JSON.parse(document) as VaultDocuments['files']))),
    );
  } finally {
    db.close();
  }
}

/**
 * Copies only the files that the target lacks, because the bytes under a name never change. @returns the number of lost
 * files
 */
export async function copyFiles(
  names: ReadonlySet<string>,
  { from, to, onProgress }: { from: FileStore; to: FileStore; onProgress: OnProgress },
): Promise<number> {
  const copiedNames = await listAllNames(to);
  let [copiedCount, lostCount] = [0, 0];
  for (const name of names) {
    if (!copiedNames.has(name)) {
      const bytes = await from.get(name);
      if (bytes) await to.put(name, bytes);
      else lostCount++;
    }
    onProgress({ phase: 'files', done: ++copiedCount, total: names.size });
  }
  return lostCount;
}

/** Removes files without a record, such as those of members whose accounts have been erased. */
export async function removeOtherFiles(names: ReadonlySet<string>, store: FileStore): Promise<void> {
  for (const name of await listAllNames(store)) if (!names.has(name)) await store.remove(name);
}

const pageSize = 1_000;

async function listAllNames(store: FileStore): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const page of readPages<string>(pageSize, (last) => store.list('', last ?? '', pageSize)))
    for (const name of page) names.add(name);
  return names;
}

/**
 * @throws OperatorError unless the folder is empty or contains the same site's files, because all others are removed
 */
export function claimFolder(folder: string, siteId: string): void {
  const marker = join(folder, '.site');
  const owner = existsSync(marker) ? readFileSync(marker, 'utf8') : null;
  if (owner === siteId) return;
  if (owner !== null) throw new OperatorError(`${folder} contains the files of another site`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new OperatorError(`${folder} contains other files: use an empty folder`);
  writeFileSync(marker, siteId, { mode: 0o600 });
}
