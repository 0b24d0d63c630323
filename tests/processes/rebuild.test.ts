import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

test('rebuilds and verifies the views of 10,000 events while the site serves every request', async () => {
  await rebuildWhileServing(10_000);
});
