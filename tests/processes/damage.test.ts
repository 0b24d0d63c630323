import { test } from 'vitest';
import { numbersFrom, seedOfRun } from '../support/random.js';
import { DamagedSite } from '../support/processes/damaged-site.js';
import { temporaryFolder } from '../support/processes/server-process.js';

test('rebuilds overwritten views and an overwritten search index, and shows every reply', async () => {
  const seed = seedOfRun();
  console.log(`seed ${seed}`);
  const random = numbersFrom(seed);
  const site = await DamagedSite.create(temporaryFolder());
  for (const file of ['views', 'search.db']) await site.expectHealed(file, random);
});
