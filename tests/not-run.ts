import { appendFileSync } from 'node:fs';

/** Environment variable with the file that collects the reasons of a run; `run-setup.ts` sets it. */
export const collectingFile = 'GUILDHALL_NOT_RUN';

/**
 * Reports what cannot run on this machine, for example `notRun('the two-browser walk: no Chromium was found')`. The
 * reports are the last lines of `npm test`, followed by the number of skipped tests of each file (`run-report.ts`).
 */
export function notRun(reason: string): void {
  const file = process.env[collectingFile];
  if (file) appendFileSync(file, `${reason}\n`);
  else console.warn(`NOT RUN: ${reason}`);
}
