import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

const minutes = 60_000; // ms

test(
  'rebuilds and verifies the views of 200,000 events while the site serves every request',
  { timeout: 10 * minutes },
  async () => {
    await rebuildWhileServing(200_000);
  },
);
