import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.js';

const times = { initialDelayMs: 100, maxDelayMs: 10_000 };
const retryDelays = (random: number) =>
  [0, 1, 2, 3, 7, 8, 2_000].map((failures) => retryDelayMs(failures, times, random));

test('doubles the retry delay up to the maximum', () => {
  expect(retryDelays(0.5)).toEqual([0, 100, 200, 400, 6_400, 10_000, 10_000]);
});

test('varies the retry delay by up to a quarter in both directions', () => {
  expect(retryDelays(0)).toEqual([0, 75, 150, 300, 4_800, 7_500, 7_500]);
  expect(retryDelays(1)).toEqual([0, 125, 250, 500, 8_000, 12_500, 12_500]);
});
