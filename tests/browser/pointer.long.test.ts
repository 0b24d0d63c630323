import { expect, test } from 'vitest';
import { hasBrowser } from '../support/browser/browser.js';
import { moveReport } from '../support/browser/busy-pages.js';
import { seedOfRun } from '../support/random.js';

test.runIf(hasBrowser('pointers'))('moves nothing under a pointer in two minutes of random actions', async () => {
  const seed = seedOfRun();
  const { actions, points, moves } = await moveReport(seed, 120_000, 5_000);
  console.log(`SEED=${seed}: ${actions} actions, ${points} places of a pointer, ${moves.length} moves under it`);
  expect(moves).toEqual([]);
  expect(Math.min(actions, points)).toBeGreaterThan(50);
});
