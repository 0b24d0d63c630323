import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

const minuteMs = 60_000;

test(
  'rebuilds and verifies the views of 50,000 events while the site serves every request',
  { timeout: 15 * minuteMs },
  async () => {
    await rebuildWhileServing(50_000);
  },
);
