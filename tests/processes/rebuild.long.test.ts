import { test } from 'vitest';
import { rebuildWhileServing } from '../support/processes/rebuild-while-serving.js';

const minutes = 60_000; // ms

test(
  'the views of 1,000,000 events are rebuilt and verified while the site answers everybody',
  { timeout: 60 * minutes },
  async () => {
    await rebuildWhileServing(1_000_000);
  },
);
