import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file's content so that after a crash it has the old or the new content, complete. */
export function replaceFile(path: string, content: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  if (process.platform !== 'win32') syncFolder(dirname(path)); // else the rename itself may be lost
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
