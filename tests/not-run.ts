import { appendFileSync } from 'node:fs';

/** Environment variable set by `run-setup.ts`: the file that collects the reasons for skipped tests. */
export const collectingFile = 'GUILDHALL_NOT_RUN';

export function notRun(reason: string): void {
  const file = process.env[collectingFile];
  if (file) appendFileSync(file, `${reason}\n`);
  else console.warn(`NOT RUN: ${reason}`);
}
