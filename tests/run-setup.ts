import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectingFile } from './not-run.js';

/**
 * Creates a folder for all temporary folders of the run, which is removed at the end, and prints after the summary what
 * could not run. Vitest calls this for each project; the first call sets it up.
 */
export default function setup(): (() => void) | undefined {
  if (process.env[collectingFile]) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-'));
  const file = join(folder, 'not-run');
  writeFileSync(file, '');
  process.env[collectingFile] = file;
  process.env['TMPDIR'] = folder;
  return () => {
    const reasons = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)); // each worker reports the same
    for (const reason of reasons) console.log(`NOT RUN: ${reason}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
