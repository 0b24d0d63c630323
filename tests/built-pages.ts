import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '@guildhall/server/pages/built-files.js';
import { reportNotRun } from './not-run.js';

export const builtPage = join(webFolder, 'index.html');

/** Reports `tests` as skipped if the pages have not been built. */
export function hasBuiltPages(tests: string): boolean {
  if (existsSync(builtPage)) return true;
  reportNotRun(`${tests}: the pages are not built`);
  return false;
}
