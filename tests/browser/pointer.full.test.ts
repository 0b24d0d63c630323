import { expect, test } from 'vitest';
import { hasBrowser } from '../support/browser/browser.js';
import { moveReport } from '../support/browser/busy-pages.js';
import { seedOfRun } from '../support/random.js';

test.runIf(hasBrowser('pointers'))('moves nothing under a pointer while members act at random', async () => {
  const seed = seedOfRun();
  const { actions, points, moves } = await moveReport(seed, 10_000, 2_000);
  console.log(`SEED=${seed}: ${actions} actions, ${points} places of a pointer, ${moves.length} moves under it`);
  expect(moves).toEqual([]);
  expect(Math.min(actions, points)).toBeGreaterThan(10);
});
