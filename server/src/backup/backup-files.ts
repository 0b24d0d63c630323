import { join } from 'node:path';
import { getSecretFile } from '../process/env.js';

export interface EssentialFiles {
  log: string;
  vault: string;
  secret: string;
}

export const getLogFolder = (backup: string): string => join(backup, 'log');
export const getVaultFolder = (backup: string): string => join(backup, 'vault');

export function listBackupFiles(backup: string): EssentialFiles {
  return listEssentialFiles(getLogFolder(backup), getVaultFolder(backup));
}

export const listSiteFiles = (dataDir: string): EssentialFiles => listEssentialFiles(dataDir, dataDir);

function listEssentialFiles(logDir: string, vaultDir: string): EssentialFiles {
  return { log: join(logDir, 'log.db'), vault: join(vaultDir, 'vault.db'), secret: getSecretFile(vaultDir) };
}

export interface BackupProgress {
  phase: 'log' | 'vault' | 'verify' | 'files';
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;
