import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns the path of a new folder that is removed after the test. */
export function createTemporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'guildhall-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
