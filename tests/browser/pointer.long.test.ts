import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser/browser.js';
import { moveReport } from '../support/browser/busy-pages.js';
import { seedOfRun } from '../support/random.js';

// Tests one width at a time so that even a busy machine renders the pages.
describe.runIf(hasBrowser('pointers'))('two minutes of random actions', () => {
  it.each([
    { width: 1280, height: 860 },
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
  ])('two minutes of random actions move nothing under a pointer at a width of $width pixels', async (size) => {
    const seed = seedOfRun();
    const { actions, points, moves } = await moveReport({ seed, size, durationMs: 120_000, restMs: 5_000 });
    console.log(`SEED=${seed}: ${actions} actions, ${points} places of a pointer, ${moves.length} moves under it`);
    expect(moves).toEqual([]);
    expect(Math.min(actions, points)).toBeGreaterThan(50);
  });
});
