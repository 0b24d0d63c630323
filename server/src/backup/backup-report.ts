import { SingleBar } from 'cli-progress';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { databasePrefix } from '../stores/prefixes.js';
import { backUp } from './back-up.js';
import { filesOfBackup, type BackupProgress, type OnProgress } from './backup-files.js';
import { restoreBackup } from './restore.js';
import type { VerifiedFiles } from './verify-files.js';

const phases: Record<BackupProgress['phase'], string> = {
  log: 'copying the log  ',
  vault: 'copying the vault',
  verify: 'verifying        ',
};

export async function backUpWithBar(env: Env, folder: string): Promise<void> {
  if (env.network) throw new OperatorError(networkBackup(env.network.mongoUrl));
  const verifiedFiles = await withBar((onProgress) => backUp(env, folder, onProgress));
  printVerified(verifiedFiles);
  const { log, vault, secret } = filesOfBackup(folder);
  console.log(`The log is in ${log}; the vault is in ${vault}, with ${secret}. Store the two folders separately.`);
}

export async function restoreWithBar(env: Env, folder: string): Promise<void> {
  if (env.network) throw new OperatorError(networkRestore(env.network.mongoUrl));
  const verifiedFiles = await withBar((onProgress) => restoreBackup(folder, env.dataDir, onProgress));
  printVerified(verifiedFiles);
  console.log(
    `The backup was restored to ${env.dataDir}. The server builds the views and the search index when it starts.`,
  );
}

function printVerified({ events, accounts, skippedEvent }: VerifiedFiles): void {
  console.log(`Verified: ${events} events, ${accounts} accounts.`);
  if (skippedEvent !== null) console.log(`Missing from the views, here and on the site: ${skippedEvent}`);
}

async function withBar<T>(work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
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

const networkBackup = (mongoUrl: string): string =>
  'In network mode, use the backup tools of the stores: first back up the log (copy the EventStoreDB folder as described in its manual, ' +
  `the *.chk files first, or take a disk snapshot), then the vault (mongodump --db ${vaultOf(mongoUrl)}), and SECRET.`;

const networkRestore = (mongoUrl: string): string =>
  'In network mode, use the backup tools of the stores: stop the servers and projectors, restore the EventStoreDB folder ' +
  `(with chaser.chk copied to truncate.chk) and the vault (mongorestore --drop --nsInclude '${vaultOf(mongoUrl)}.*'), set the same SECRET, and start everything again.`;

const vaultOf = (mongoUrl: string): string => `${databasePrefix(mongoUrl)}_vault`;
