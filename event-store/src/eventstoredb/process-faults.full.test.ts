import { expect, it } from 'vitest';
import { startTypescript } from '../testing/processes/typescript-process.js';

it.each([
  ['late-response', 'a late response while another log loses its connection'],
  ['failure-after-the-reader', 'a stream that fails after its reader stopped'],
])('the process survives %s: %s', async (scenario) => {
  const { child, output: ended } = startTypescript('fault-process.ts', [scenario]);
  expect(await ended).toEqual(['survived']);
  expect(child.exitCode).toBe(0);
});
