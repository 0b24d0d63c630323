import { expect, test } from 'vitest';
import { startServerProcess, temporaryFolder } from '../support/processes/server-process.js';

/** Prints the sizes of V8's spaces when the process ends. */
const printSpaces = `
  import { getHeapSpaceStatistics } from 'node:v8';
  process.on('exit', () => {
    for (const { space_name: name, space_size: bytes } of getHeapSpaceStatistics()) console.log(name, bytes / 2 ** 20);
  });
`;

test('a start leaves a small young generation', async () => {
  const folder = temporaryFolder();
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(printSpaces)}`;
  const server = await startServerProcess({ dataDir: folder.path, env: { NODE_OPTIONS } });
  expect(await server.stop()).toBe(0);
  const [, mib = ''] = /^new_space ([\d.]+)$/m.exec(server.output()) ?? [];
  expect(Number(mib)).toBeGreaterThan(0);
  expect(Number(mib)).toBeLessThanOrEqual(8);
  folder.remove();
});
