import { test } from 'vitest';
import { createRandom, seedOfRun } from '../support/random.js';
import { DamagedSite } from '../support/processes/damaged-site.js';
import { createTemporaryFolder } from '../support/processes/server-process.js';

test('rebuilds overwritten views and an overwritten search index, and shows every reply', async () => {
  const seed = seedOfRun();
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const site = await DamagedSite.create(createTemporaryFolder());
  for (const file of ['views', 'search.db']) await site.expectHealed(file, random);
});
