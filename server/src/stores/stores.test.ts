import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { beginning } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { readEnv } from '../process/env.js';
import { openEmbeddedStores } from './stores.js';

test('releases the leases that a killed process has left', async () => {
  const env = readEnv({ DATA_DIR: createTemporaryFolder() });
  const killedStores = await openEmbeddedStores(env);
  const lease = { owner: 'killed', until: '2100-01-01T00:00:00.000Z' };
  const record = { name: 'note', position: beginning, event: null, skipped: [], version: 1 };
  expect(await killedStores.vault.saveReaction({ ...record, lease })).toBe(true);
  await killedStores.close();
  const stores = await openEmbeddedStores(env);
  expect(await stores.vault.listReactions()).toEqual([{ ...record, lease: null, version: 2 }]);
  await stores.close();
});
