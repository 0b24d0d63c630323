import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { mapStack } from './mapped-stack.js';

const folder = mkdtempSync(join(tmpdir(), 'guildhall-stack-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('maps a stack trace to its sources if the file has a source map', () => {
  const file = join(folder, 'bundle.js');
  // The first line maps to line 5, column 3 of the source, and the second one to line 7.
  const map = { version: 3, sources: ['../src/thing.ts'], names: [], mappings: 'AAIE;AAEA' };
  writeFileSync(`${file}.map`, JSON.stringify(map));
  const buildStack = (path: string) =>
    `Error: no\n    at run (${pathToFileURL(path).href}:1:1)\n    at node:events:5:1`;
  expect(mapStack(buildStack(file))).toMatch(/at run \([^:]*src\/thing\.ts:5:3\)\n {4}at node:events:5:1$/);
  const otherStack = buildStack(join(folder, 'other.js'));
  expect(mapStack(otherStack)).toBe(otherStack);
});
