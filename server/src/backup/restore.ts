import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyDatabase } from '@guildhall/event-store/sqlite/copy-database.js';
import { readSecret, type Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { openFiles } from '../stores/file-store.js';
import { getFilesFolder, createFolderFileStore } from '../vault/folder-file-store.js';
import type { BackupFolders, BackupResult } from './back-up.js';
import { listBackupFiles, listSiteFiles, type OnProgress } from './backup-files.js';
import { copyFiles, readRecordedNames } from './copy-files.js';
import { verifyFiles } from './verify-files.js';

type Target = Pick<Env, 'dataDir' | 's3'>;

/**
 * Leaves the data folder unchanged if it fails. The next start builds the views and the search index.
 * @throws OperatorError
 */
export async function restoreBackup(
  folders: BackupFolders,
  target: Target,
  onProgress: OnProgress,
): Promise<BackupResult> {
  const { dataDir } = target;
  const backup = listBackupFiles(folders.folder);
  for (const path of [backup.log, backup.vault, backup.secret]) {
    if (!existsSync(path))
      throw new OperatorError(`${path} does not exist: a backup consists of the folders log and vault`);
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new OperatorError(`DATA_DIR ${dataDir} is not empty: move its files away, or use another folder`);
  }
  const secret = readSecret(backup.secret);
  const verifiedFiles = await verifyFiles(backup, onProgress);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const site = listSiteFiles(dataDir);
  const partialPath = `${site.log}.partial`;
  try {
    writeFileSync(site.secret, secret, { mode: 0o600, flag: 'wx' });
    await copyDatabase(backup.vault, site.vault, (progress) => onProgress({ phase: 'vault', ...progress }));
    const names = readRecordedNames(backup.vault);
    const lostFiles = await restoreFiles(names, folders.filesFolder, target, verifiedFiles.siteId, onProgress);
    await copyDatabase(backup.log, partialPath, (progress) => onProgress({ phase: 'log', ...progress }));
    // The log comes last because a server refuses to start if there is a vault but no log.
    renameSync(partialPath, site.log);
    return { ...verifiedFiles, files: names.size, lostFiles };
  } catch (error) {
    for (const path of [site.secret, site.vault, partialPath, getFilesFolder(dataDir)])
      rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

async function restoreFiles(
  names: ReadonlySet<string>,
  folder: string,
  target: Target,
  siteId: string,
  onProgress: OnProgress,
): Promise<number> {
  const { store: to, claim, close } = await openFiles(target);
  try {
    await claim(siteId);
    return await copyFiles(names, { from: createFolderFileStore(folder), to, onProgress });
  } finally {
    close();
  }
}
