import { join } from 'node:path';
import { secretFile } from '../process/env.js';

/** The irreplaceable files of a data folder or of the two folders of a backup. */
export interface EssentialFiles {
  log: string;
  vault: string;
  secret: string;
}

export const logFolder = (backup: string): string => join(backup, 'log');
export const vaultFolder = (backup: string): string => join(backup, 'vault');

/** Log and vault are in folders of their own, so that they can be stored apart. */
export function filesOfBackup(backup: string): EssentialFiles {
  return essentialFiles(logFolder(backup), vaultFolder(backup));
}

export const filesOfSite = (dataDir: string): EssentialFiles => essentialFiles(dataDir, dataDir);

function essentialFiles(logDir: string, vaultDir: string): EssentialFiles {
  return { log: join(logDir, 'log.db'), vault: join(vaultDir, 'vault.db'), secret: secretFile(vaultDir) };
}

/** A part of a backup or of a restore; `done` and `total` are of the part, in whatever it counts. */
export interface BackupProgress {
  phase: 'log' | 'vault' | 'verify';
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;
