import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { collectingFile } from './not-run.js';

/** Prints after the summary what could not run. Vitest calls this for each project; the first call sets it up. */
export default function setup(): (() => void) | undefined {
  if (process.env[collectingFile]) return undefined;
  const file = join(mkdtempSync(join(tmpdir(), 'guildhall-')), 'not-run');
  writeFileSync(file, '');
  process.env[collectingFile] = file;
  return () => {
    const reasons = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)); // each worker reports the same
    for (const reason of reasons) console.log(`NOT RUN: ${reason}`);
    rmSync(dirname(file), { recursive: true });
  };
}
