import { appendFileSync } from 'node:fs';

/** The variable that names the file where one run collects its reasons; `not-run-setup.ts` sets it. */
export const collectingFile = 'GUILDHALL_NOT_RUN';

/**
 * Reports what cannot run on this machine, for example `notRun('the two-browser walk: no Chromium was found')`. The
 * reports are the last lines of `npm test`, after them the number of skipped tests of each file (`run-report.ts`).
 */
export function notRun(reason: string): void {
  const file = process.env[collectingFile];
  if (file) appendFileSync(file, `${reason}\n`);
  else console.warn(`NOT RUN: ${reason}`);
}
