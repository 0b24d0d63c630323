import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

test('the views of 10,000 events are rebuilt and verified while the site answers everybody', async () => {
  await rebuildWhileServing(10_000);
});
