import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gatheringFile } from './not-run.js';

/** Gathers what could not run, and says it after the summary. Each vitest project comes by; the first one does it. */
export default function setup(): (() => void) | undefined {
  if (process.env[gatheringFile]) return undefined;
  const file = join(mkdtempSync(join(tmpdir(), 'guildhall-')), 'not-run');
  writeFileSync(file, '');
  process.env[gatheringFile] = file;
  return () => {
    const reasons = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
    for (const reason of reasons) console.log(`NOT RUN: ${reason}`);
    rmSync(dirname(file), { recursive: true });
  };
}
