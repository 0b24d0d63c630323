import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectingFile } from './not-run.js';

/**
 * Runs for each project. The first call creates the folder for temporary files and, at the end, prints what could not
 * run.
 */
export default function setup(): (() => void) | undefined {
  if (process.env[collectingFile]) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-'));
  const file = join(folder, 'not-run');
  writeFileSync(file, '');
  process.env[collectingFile] = file;
  process.env['TMPDIR'] = folder;
  return () => {
    // Each worker reports the same reasons.
    const reasons = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
    for (const reason of reasons) console.log(`NOT RUN: ${reason}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
