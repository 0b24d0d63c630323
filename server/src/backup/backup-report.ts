import { SingleBar } from 'cli-progress';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { buildDatabasePrefix } from '../stores/prefixes.js';
import { backUp, type BackupFolders, type BackupResult } from './back-up.js';
import { listBackupFiles, type BackupProgress, type OnProgress } from './backup-files.js';
import { restoreBackup } from './restore.js';

const phases: Record<BackupProgress['phase'], string> = {
  log: 'copying the log  ',
  vault: 'copying the vault',
  verify: 'verifying        ',
  files: 'copying the files',
};

export async function backUpWithProgressBar(env: Env, folders: BackupFolders): Promise<void> {
  if (env.network) throw new OperatorError(describeNetworkBackup(env.network.mongoUrl, env.s3));
  const verifiedFiles = await withProgressBar((onProgress) => backUp(env, folders, onProgress));
  printVerified(verifiedFiles);
  const { log, vault, secret } = listBackupFiles(folders.folder);
  console.log(
    `The log is in ${log}; the vault is in ${vault}, with ${secret}. Store the two folders separately. ` +
      `The files are in ${folders.filesFolder}; use it for the next backup too.`,
  );
}

export async function restoreWithProgressBar(env: Env, folders: BackupFolders): Promise<void> {
  if (env.network) throw new OperatorError(describeNetworkRestore(env.network.mongoUrl, env.s3));
  const verifiedFiles = await withProgressBar((onProgress) => restoreBackup(folders, env, onProgress));
  printVerified(verifiedFiles);
  console.log(
    `The backup was restored to ${env.dataDir}. The server builds the views and the search index when it starts.`,
  );
}

function printVerified({ events, accounts, files, lostFiles, skippedEvent }: BackupResult): void {
  console.log(`Verified: ${events} events, ${accounts} accounts, ${files} files.`);
  if (lostFiles > 0) console.log(`Missing, so that their pictures cannot be shown: ${lostFiles} files.`);
  if (skippedEvent !== null) console.log(`Missing from the views, here and on the site: ${skippedEvent}`);
}

async function withProgressBar<T>(work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const bar = new SingleBar({ format: '{phase} [{bar}] {percentage}%', noTTYOutput: true });
  bar.start(1, 0, { phase: phases.log });
  try {
    return await work(({ phase, done, total }) => {
      bar.setTotal(Math.max(total, 1));
      bar.update(done, { phase: phases[phase] });
    });
  } finally {
    bar.stop();
  }
}

const describeNetworkBackup = (mongoUrl: string, s3: Env['s3']): string =>
  'In network mode, use the backup tools of the stores: first back up the log (copy the EventStoreDB folder as described in its manual, ' +
  `the *.chk files first, or take a disk snapshot), then the vault (mongodump --db ${getVaultName(mongoUrl)}), ${s3 ? `the bucket ${s3.bucket}, ` : ''}and SECRET.`;

const describeNetworkRestore = (mongoUrl: string, s3: Env['s3']): string =>
  'In network mode, use the backup tools of the stores: stop the servers and projectors, restore the EventStoreDB folder ' +
  `(with chaser.chk copied to truncate.chk) and the vault (mongorestore --drop --nsInclude '${getVaultName(mongoUrl)}.*')${s3 ? `, and the bucket ${s3.bucket}` : ''}, set the same SECRET, and start everything again.`;

const getVaultName = (mongoUrl: string): string => `${buildDatabasePrefix(mongoUrl)}_vault`;
