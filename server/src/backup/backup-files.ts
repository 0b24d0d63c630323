import { join } from 'node:path';
import { secretFile } from '../process/env.js';

export interface EssentialFiles {
  log: string;
  vault: string;
  secret: string;
}

export const logFolder = (backup: string): string => join(backup, 'log');
export const vaultFolder = (backup: string): string => join(backup, 'vault');

export function filesOfBackup(backup: string): EssentialFiles {
  return essentialFiles(logFolder(backup), vaultFolder(backup));
}

export const filesOfSite = (dataDir: string): EssentialFiles => essentialFiles(dataDir, dataDir);

function essentialFiles(logDir: string, vaultDir: string): EssentialFiles {
  return { log: join(logDir, 'log.db'), vault: join(vaultDir, 'vault.db'), secret: secretFile(vaultDir) };
}

export interface BackupProgress {
  phase: 'log' | 'vault' | 'verify' | 'files';
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;
