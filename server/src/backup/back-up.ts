import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyDatabase } from '@guildhall/event-store/sqlite/copy-database.js';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { openFiles } from '../stores/file-store.js';
import { createFolderFileStore, removePartialFiles } from '../vault/folder-file-store.js';
import { listBackupFiles, listSiteFiles, getLogFolder, getVaultFolder, type OnProgress } from './backup-files.js';
import { claimFolder, copyFiles, readRecordedNames, removeOtherFiles } from './copy-files.js';
import { verifyFiles, type VerifiedFiles } from './verify-files.js';

export interface BackupFolders {
  folder: string;
  /** Shared by all backups, so each adds only the new files. */
  filesFolder: string;
}

export type BackupResult = VerifiedFiles & CopiedFiles;

export interface CopiedFiles {
  files: number;
  lostFiles: number;
}

/**
 * Copies the log before the vault and the vault before the files, so that each contains everything that the previous
 * one refers to. The site can keep running. A failed backup leaves neither a log nor a vault behind.
 * @throws OperatorError
 */
export async function backUp(
  env: Pick<Env, 'dataDir' | 's3' | 'secret'>,
  { folder, filesFolder }: BackupFolders,
  onProgress: OnProgress,
): Promise<BackupResult> {
  const site = listSiteFiles(env.dataDir);
  for (const path of [site.log, site.vault]) {
    if (!existsSync(path)) throw new OperatorError(`${path} does not exist: is DATA_DIR the site's data folder?`);
  }
  const folders = [getLogFolder(folder), getVaultFolder(folder)];
  for (const path of folders) {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new OperatorError(`${path} is not empty: use a new folder for each backup`);
    }
  }
  try {
    for (const path of folders) mkdirSync(path, { recursive: true, mode: 0o700 });
    const copy = listBackupFiles(folder);
    await copyDatabase(site.log, copy.log, (progress) => onProgress({ phase: 'log', ...progress }));
    await copyDatabase(site.vault, copy.vault, (progress) => onProgress({ phase: 'vault', ...progress }));
    writeFileSync(copy.secret, env.secret, { mode: 0o600 });
    const verifiedFiles = await verifyFiles(copy, onProgress);
    claimFolder(filesFolder, verifiedFiles.siteId);
    return { ...verifiedFiles, ...(await backUpFiles(env, copy.vault, filesFolder, onProgress)) };
  } catch (error) {
    for (const path of folders) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

async function backUpFiles(
  env: Pick<Env, 'dataDir' | 's3'>,
  vaultCopy: string,
  filesFolder: string,
  onProgress: OnProgress,
): Promise<CopiedFiles> {
  const names = readRecordedNames(vaultCopy);
  const to = createFolderFileStore(filesFolder);
  await removePartialFiles(filesFolder);
  const { store: from, close } = await openFiles(env);
  try {
    const lostFiles = await copyFiles(names, { from, to, onProgress });
    await removeOtherFiles(names, to);
    return { files: names.size, lostFiles };
  } finally {
    close();
  }
}
