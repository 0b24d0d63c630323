import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyDatabase } from '@guildhall/event-store/sqlite/copy-database.js';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { filesOfBackup, filesOfSite, logFolder, vaultFolder, type OnProgress } from './backup-files.js';
import { verifyFiles, type VerifiedFiles } from './verify-files.js';

/**
 * Copies the log before the vault so that the vault contains everything the log refers to. The site can keep running. A
 * failed backup leaves no files behind.
 * @throws OperatorError
 */
export async function backUp(
  { dataDir, secret }: Pick<Env, 'dataDir' | 'secret'>,
  folder: string,
  onProgress: OnProgress,
): Promise<VerifiedFiles> {
  const site = filesOfSite(dataDir);
  for (const path of [site.log, site.vault]) {
    if (!existsSync(path)) throw new OperatorError(`${path} does not exist: is DATA_DIR the site's data folder?`);
  }
  const folders = [logFolder(folder), vaultFolder(folder)];
  for (const path of folders) {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new OperatorError(`${path} is not empty: use a new folder for each backup`);
    }
  }
  try {
    for (const path of folders) mkdirSync(path, { recursive: true, mode: 0o700 });
    const copy = filesOfBackup(folder);
    await copyDatabase(site.log, copy.log, (progress) => onProgress({ phase: 'log', ...progress }));
    await copyDatabase(site.vault, copy.vault, (progress) => onProgress({ phase: 'vault', ...progress }));
    writeFileSync(copy.secret, secret, { mode: 0o600 });
    return await verifyFiles(copy, onProgress);
  } catch (error) {
    for (const path of folders) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}
