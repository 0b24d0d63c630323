import { join } from 'node:path';
import { secretFile } from '../process/env.js';

/** The files that no other can replace, in a data folder or in the two folders of a backup. */
export interface KeptFiles {
  log: string;
  vault: string;
  secret: string;
}

export const logFolder = (backup: string): string => join(backup, 'log');
export const vaultFolder = (backup: string): string => join(backup, 'vault');

/** Log and vault are in folders of their own, so that they can be kept apart. */
export function filesOfBackup(backup: string): KeptFiles {
  return keptFiles(logFolder(backup), vaultFolder(backup));
}

export const filesOfSite = (dataDir: string): KeptFiles => keptFiles(dataDir, dataDir);

function keptFiles(ofLog: string, ofVault: string): KeptFiles {
  return { log: join(ofLog, 'log.db'), vault: join(ofVault, 'vault.db'), secret: secretFile(ofVault) };
}

/** A part of a backup or of a restore; `done` and `total` are of the part, in whatever it counts. */
export interface BackupProgress {
  phase: 'log' | 'vault' | 'verify';
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;
