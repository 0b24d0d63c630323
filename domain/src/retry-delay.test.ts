import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.js';

const times = { initialDelayMs: 100, maxDelayMs: 10_000 };
const retryDelays = (random: number) =>
  [0, 1, 2, 3, 7, 8, 2_000].map((failures) => retryDelayMs(failures, times, random));

test('doubles from the first delay up to the cap, and is 0 without a failure', () => {
  expect(retryDelays(0.5)).toEqual([0, 100, 200, 400, 6_400, 10_000, 10_000]);
});

test('has a quarter of jitter either way', () => {
  expect(retryDelays(0)).toEqual([0, 75, 150, 300, 4_800, 7_500, 7_500]);
  expect(retryDelays(1)).toEqual([0, 125, 250, 500, 8_000, 12_500, 12_500]);
});
