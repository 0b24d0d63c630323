import { appendFileSync } from 'node:fs';

/** The variable that names the file where the reasons of one run are gathered; `not-run-setup.ts` sets it. */
export const gatheringFile = 'GUILDHALL_NOT_RUN';

/**
 * Says that tests could not run here, for example `notRun('the two-browser walk: no Chromium was found')`. The reasons
 * are the last lines of `npm test`, so that nobody takes a skip for a pass. Outside a test run it is said at once.
 */
export function notRun(reason: string): void {
  const file = process.env[gatheringFile];
  if (file) appendFileSync(file, `${reason}\n`);
  else console.warn(`NOT RUN: ${reason}`);
}
