import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { test } from 'vitest';
import { startEmbeddedSite, startNetworkSite } from '../support/games/crashing-sites.js';
import { simulateLedgers } from '../support/games/simulate-ledgers.js';

const mongo = await findMongoUrl();
/** With the pauses between them, the crashes take ten minutes. */
const load = { minEntries: 10_000, minCrashes: 100 };
/** A slow machine with two cores needs an hour, because MongoDB and EventStoreDB's peer run on it too. */
const networkTimeoutMs = 3 * 3_600_000;

test('game servers get the same bans and ranks although they and the site crash for ten minutes', async () => {
  await simulateLedgers(await startEmbeddedSite(), load);
});

test.skipIf(!mongo)(
  'game servers get the same bans and ranks from two servers that crash for ten minutes',
  async () => {
    await simulateLedgers(await startNetworkSite(mongo ?? ''), load);
  },
  networkTimeoutMs,
);
