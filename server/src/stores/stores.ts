import { join } from 'node:path';
import type { EventLog } from '@guildhall/event-store/port.js';
import { openSqliteLog } from '@guildhall/event-store/sqlite/log.js';
import { buildInWorker } from '@guildhall/projections/rebuild/build-in-worker.js';
import type { Builder } from '@guildhall/projections/rebuild/builder.js';
import { openSqliteGenerations } from '@guildhall/projections/stores/sqlite/generations.js';
import type { ViewGenerations } from '@guildhall/projections/view-store.js';
import { viewSchema } from '@guildhall/projections/views/all-views.js';
import { existsSync, mkdirSync } from 'node:fs';
import type { Env } from '../process/env.js';
import { OperatorError } from '../process/operator-error.js';
import { scrubVaultInWorker } from '../vault/sqlite/scrub-vault.js';
import type { ReactionCalls } from '../vault/reactions.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { getFilesFolder, removePartialFiles } from '../vault/folder-file-store.js';
import { withFiles, type VaultWithFiles } from './file-store.js';

export interface Stores extends VaultWithFiles {
  log: EventLog;
  generations: ViewGenerations;
  close(): Promise<void>;
}

export async function openEmbeddedStores(env: Env): Promise<Stores & { build: Builder }> {
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const logPath = join(env.dataDir, 'log.db');
  const vaultPath = join(env.dataDir, 'vault.db');
  if (existsSync(vaultPath) && !existsSync(logPath)) {
    throw new OperatorError(`${logPath} is missing, although ${vaultPath} exists: restore it from a backup`);
  }
  // The log is opened first because it locks the whole folder.
  const log = openSqliteLog(logPath);
  try {
    const generations = await openSqliteGenerations(env.dataDir, viewSchema);
    await removePartialFiles(getFilesFolder(env.dataDir));
    const vault = await openSqliteVault(vaultPath, scrubVaultInWorker);
    await releaseLeases(vault);
    const files = await withFiles(vault, env.s3);
    const build = buildInWorker({ logPath, viewsFolder: env.dataDir, epoch: embeddedEpoch });
    return { ...withClose({ log, generations, ...files }), build };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** A killed process's leases would otherwise delay its successor by up to 40 seconds. */
async function releaseLeases(vault: ReactionCalls): Promise<void> {
  for (const record of await vault.listReactions())
    if (record.lease) await vault.saveReaction({ ...record, lease: null, version: record.version + 1 });
}

/** The epoch never changes because there is only one process. */
export const embeddedEpoch = 1;

export function withClose<T extends Omit<Stores, 'close'>>(stores: T): T & Pick<Stores, 'close'> {
  return {
    ...stores,
    async close() {
      await stores.generations.close();
      await stores.vault.close();
      await stores.log.close();
    },
  };
}
