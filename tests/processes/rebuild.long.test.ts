import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

const minuteMs = 60_000;

test(
  'rebuilds and verifies the views of 1,000,000 events while the site serves every request',
  { timeout: 60 * minuteMs },
  async () => {
    await rebuildWhileServing(1_000_000);
  },
);
