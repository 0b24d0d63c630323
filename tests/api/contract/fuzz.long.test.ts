import { expect, test } from 'vitest';
import { Fuzzer } from '../../support/calls/fuzzer.js';
import { createRandom, seedOfRun } from '../../support/random.js';
import { Site } from '../../support/site/site.js';

const calls = Number(process.env['FUZZED_CALLS'] ?? 300_000);

test(`responds to ${calls} random calls without a 5xx, an undocumented status or an undocumented shape`, async () => {
  const seed = seedOfRun();
  const site = await Site.start();
  const fuzzer = new Fuzzer(site, createRandom(seed));
  await fuzzer.run(calls);
  const statuses = [...fuzzer.statuses].sort(([a], [b]) => (a < b ? -1 : 1)).map((entry) => entry.join(': '));
  console.log(`SEED=${seed}: ${fuzzer.sent} calls; ${statuses.join(', ')}`);
  await site.stop();
  expect(fuzzer.faults).toEqual([]);
});
