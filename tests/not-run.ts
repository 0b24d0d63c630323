import { appendFileSync } from 'node:fs';

/** The environment variable, set by `run-setup.ts`, that names the file of reasons for skipped tests. */
export const collectingFile = 'GUILDHALL_NOT_RUN';

export function reportNotRun(reason: string): void {
  const file = process.env[collectingFile];
  if (file) appendFileSync(file, `${reason}\n`);
  else console.warn(`NOT RUN: ${reason}`);
}
