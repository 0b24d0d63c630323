import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyDatabase } from '@guildhall/event-store/sqlite/copy-database.js';
import { readSecret } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { filesOfBackup, filesOfSite, type OnProgress } from './backup-files.js';
import { verifyFiles, type VerifiedFiles } from './verify-files.js';

/**
 * Leaves the data folder unchanged if it fails. The next start builds the views and the search index.
 * @throws OperatorError
 */
export async function restoreBackup(folder: string, dataDir: string, onProgress: OnProgress): Promise<VerifiedFiles> {
  const backup = filesOfBackup(folder);
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
  const site = filesOfSite(dataDir);
  const partialPath = `${site.log}.partial`;
  try {
    writeFileSync(site.secret, secret, { mode: 0o600, flag: 'wx' });
    await copyDatabase(backup.vault, site.vault, (progress) => onProgress({ phase: 'vault', ...progress }));
    await copyDatabase(backup.log, partialPath, (progress) => onProgress({ phase: 'log', ...progress }));
    // The log comes last because a server refuses to start if there is a vault but no log.
    renameSync(partialPath, site.log);
  } catch (error) {
    for (const path of [site.secret, site.vault, partialPath]) rmSync(path, { force: true });
    throw error;
  }
  return verifiedFiles;
}
