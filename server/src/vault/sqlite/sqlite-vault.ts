import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  closeDatabase,
  openDatabase,
  runInTransaction,
  type Database,
} from '@guildhall/event-store/sqlite/database.js';
import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { OperatorError } from '../../process/operator-error.js';
import { createDocumentCalls } from '../document-calls.js';
import { getFilesFolder, createFolderFileStore } from '../folder-file-store.js';
import { scrubVaultInThisThread, type ScrubVault } from './scrub-vault.js';
import { SqliteDocuments } from './sqlite-documents.js';
import { prepareErasure } from './sqlite-erasure.js';
import { createSqliteReadMarks } from './sqlite-read-marks.js';
import { VaultWrites } from './sqlite-writes.js';
import type { FileStore } from '../files.js';
import type { Vault } from '../vault.js';

/**
 * @throws OperatorError if the file is damaged, or any other error from opening it; later calls throw
 * `VaultUnavailable`
 */
export async function openSqliteVault(path: string, scrub: ScrubVault = scrubVaultInThisThread): Promise<Vault> {
  try {
    return await openVault(path, scrub);
  } catch (error) {
    const reason = (error as Error).message;
    throw isDamaged(error) ? new OperatorError(`${path} is damaged (${reason}): restore it from a backup`) : error;
  }
}

async function openVault(path: string, scrub: ScrubVault): Promise<Vault> {
  closeSync(openSync(path, 'a', 0o600));
  const db = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  const writes = new VaultWrites();
  const { write } = writes;
  const calls = runInTransaction(db, () => ({
    ...createDocumentCalls((name) => new SqliteDocuments(db, write, name)),
    ...createSqliteReadMarks(db, write),
  }));
  const fileStore = createFolderFileStore(getFilesFolder(dirname(path)), () => db.isOpen);
  await moveFileBytes(db, fileStore);
  return {
    ...calls,
    fileStore,
    ...(await prepareErasure(db, writes, () => scrub(path))),
    close: async () => {
      await write(() => db.isOpen && closeDatabase(db));
    },
  };
}

/** Older vaults, which a backup may contain, store file bytes in a table. Safe to repeat after a crash. */
async function moveFileBytes(db: Database, store: FileStore): Promise<void> {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'file_bytes'`).get()) return;
  const get = db.prepare('SELECT bytes FROM file_bytes WHERE name = ?');
  for (const { name } of db.prepare('SELECT name FROM file_bytes').all() as { name: string }[]) {
    await store.put(name, (get.get(name) as { bytes: Uint8Array }).bytes);
  }
  db.exec('DROP TABLE file_bytes');
}
