import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { test } from 'vitest';
import { startEmbeddedSite, startNetworkSite } from '../support/games/crashing-sites.js';
import { simulateLedgers } from '../support/games/simulate-ledgers.js';

const mongo = await findMongoUrl();
const load = { minEntries: 1_000, minCrashes: 5 };
const options = { timeout: 1_200_000 };

test('five game servers get the same bans and ranks although they and the site crash at random', options, async () => {
  await simulateLedgers(await startEmbeddedSite(), load);
});

test.skipIf(!mongo)('game servers get the same bans and ranks from two servers that crash', options, async () => {
  await simulateLedgers(await startNetworkSite(mongo ?? ''), load);
});
