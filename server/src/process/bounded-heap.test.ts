import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HeapBounds } from './bounded-heap.js';

const mib = 2 ** 20;

function bounds() {
  const flags: string[] = [];
  return { flags, heap: new HeapBounds((flag) => flags.push(flag)) };
}

const space = (space_name: string, size: number, used = size) => ({
  ...{ space_name, space_size: size * mib, space_used_size: used * mib },
});

/** The factors by which the young generation may grow from these sizes. */
function factors(sizes: readonly number[], { flags, heap }: ReturnType<typeof bounds>): string[] {
  flags.length = 0;
  for (const size of sizes) heap.boundYoung([space('new_space', size, 0)]);
  return flags.map((flag) => flag.replace('--semi-space-growth-factor=', ''));
}

test('the young generation grows until it has 8 MiB, and again once V8 has made it smaller', () => {
  expect(factors([1, 4, 8, 8, 2], bounds())).toEqual(['2', '2', '1', '1', '2']);
});

test('it grows until it has 16 MiB while it is collected twenty times a second', () => {
  const made = bounds();
  const collect = (everyMs: number, from: number) => {
    for (let n = 1; n <= 20; n++) made.heap.collected(1, from + n * everyMs);
  };
  collect(60, 0);
  expect(factors([4, 8], made)).toEqual(['2', '1']);
  collect(40, 1_200);
  expect(factors([8, 16], made)).toEqual(['2', '1']);
  collect(60, 2_000);
  expect(factors([8, 16], made)).toEqual(['1', '1']);
});

test('the rest of the heap may take 64 MiB with its buffers, or 40 % more than is in use', () => {
  const { flags, heap } = bounds();
  const inUse = (mebibytes: number) => [space('old_space', 200, mebibytes - 2), space('code_space', 2)];
  heap.boundOld([...inUse(20), space('new_space', 8)], 4 * mib);
  heap.boundOld(inUse(35), 4 * mib);
  heap.boundOld(inUse(60), 20 * mib);
  heap.boundOld(inUse(200), 20 * mib);
  heap.boundOld(inUse(5), 0);
  expect(flags.map((flag) => flag.replace('--heap-growing-percent=', ''))).toEqual(['200', '71', '40', '300']);
});

test('V8 takes the flags while it runs', () => {
  const built = fileURLToPath(new URL('../../dist/process/bounded-heap.js', import.meta.url));
  const fill = `
      for (let round = 0; round < 20; round++) {
        kept = [...kept.slice(-3), Array.from({ length: 100_000 }, (_, i) => ({ i }))];
        await new Promise(setImmediate);
      }`;
  const sizes = (first: string, then = '') => {
    const script = `${first}
      const { getHeapSpaceStatistics } = await import('node:v8');
      const { Worker } = await import('node:worker_threads');
      let kept = [];
      ${fill}
      ${then}
      process.stdout.write(JSON.stringify(getHeapSpaceStatistics().map((it) => [it.space_name, it.space_size])));`;
    const args = ['--max-semi-space-size=64', '--input-type=module', '--eval', script];
    const out = execFileSync(process.execPath, args, { encoding: 'utf8' });
    return new Map(JSON.parse(out) as [string, number][]);
  };
  const young = (...script: [first: string, then?: string]) => sizes(...script).get('new_space') ?? 0;
  const bounded = `(await import(${JSON.stringify(built)})).boundHeap();`;
  const startThread = `await new Promise((ended) => new Worker('', { eval: true }).on('exit', ended));`;
  expect(young('')).toBeGreaterThan(32 * mib);
  expect(young(bounded)).toBeLessThanOrEqual(16 * mib);
  const doubledOnce = 32 * mib;
  expect(young(bounded, startThread + fill), 'also after a thread was started').toBeLessThanOrEqual(doubledOnce);
});
