import { beforeAll, describe, expect, test } from 'vitest';
import { DamagedSite } from '../support/processes/damaged-site.js';
import { createTemporaryFolder } from '../support/processes/server-process.js';
import { createRandom, seedOfRun } from '../support/random.js';

const rounds = [1, 2, 3, 4, 5];

describe('files with damaged pages', () => {
  const seed = seedOfRun();
  const random = createRandom(seed);
  let site: DamagedSite;
  beforeAll(async () => (site = await DamagedSite.create(createTemporaryFolder())));

  describe.each(['views', 'views-live.json', 'search.db'])('damage to %s', (file) => {
    test.each(rounds)('rebuilds randomly damaged files, in round %i', async () => {
      await site.expectHealed(file, random);
    });
  });

  test.each(['log.db', 'vault.db', 'secret'])(
    'reports random damage in one line or continues without harm: %s',
    async (file) => {
      const outcomes = [];
      for (let round = 0; round < rounds.length; round++) outcomes.push(await site.expectNamedOrHarmless(file, random));
      console.log(`seed ${seed}, ${file}: ${outcomes.join(', ')}`);
      expect(outcomes).toHaveLength(rounds.length);
    },
  );
});
