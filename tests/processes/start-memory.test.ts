import { expect, test } from 'vitest';
import { startServerProcess, createTemporaryFolder } from '../support/processes/server-process.js';

const printHeap = `
  import { getHeapStatistics } from 'node:v8';
  import { isMainThread } from 'node:worker_threads';
  process.on('exit', () => isMainThread && console.log('heap', getHeapStatistics().total_physical_size / 2 ** 20));
`;

test('the heap is small after startup', async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(printHeap)}`;
  const server = await startServerProcess({ dataDir: createTemporaryFolder(), env: { NODE_OPTIONS } });
  expect(await server.stop()).toBe(0);
  const [, mib = ''] = /^heap ([\d.]+)$/m.exec(server.output()) ?? [];
  expect(Number(mib)).toBeGreaterThan(10);
  expect(Number(mib)).toBeLessThan(42);
});
