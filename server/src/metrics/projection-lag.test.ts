import { toPosition } from '@guildhall/event-store/dense-position.js';
import { beginning } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { ProjectionLag } from './projection-lag.js';

test('the projection lag is the age of the oldest event that the views are missing', async () => {
  let checkpoint = beginning;
  const lag = new ProjectionLag(() => Promise.resolve(checkpoint));
  expect(await lag.measureSeconds(0)).toBe(0);
  lag.recordPosition(toPosition(1), 10_000);
  // This sample falls within the same second as the previous one.
  lag.recordPosition(toPosition(2), 10_500);
  lag.recordPosition(toPosition(3), 15_000);
  expect(await lag.measureSeconds(20_000)).toBe(10);
  checkpoint = toPosition(1);
  expect(await lag.measureSeconds(20_000)).toBe(10);
  checkpoint = toPosition(2);
  expect(await lag.measureSeconds(20_000)).toBe(5);
  checkpoint = toPosition(3);
  expect(await lag.measureSeconds(20_000)).toBe(0);
});

test('the projection lag stores a limited number of samples and keeps the oldest', async () => {
  const lag = new ProjectionLag(() => Promise.resolve(toPosition(1)));
  for (let n = 1; n <= 5_000; n++) lag.recordPosition(toPosition(n), n * 1_000);
  expect(await lag.measureSeconds(5_000_000)).toBe(4_998);
  expect((lag as unknown as { samples: unknown[] }).samples.length).toBeLessThanOrEqual(600);
});
