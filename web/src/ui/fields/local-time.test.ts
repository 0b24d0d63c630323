import { expect, test } from 'vitest';
import { isoOf, localOf } from './local-time.js';

test('A moment comes back from its field as it was, to the minute.', () => {
  const moment = new Date('2026-07-03T13:45:12.345Z');
  expect(isoOf(localOf(moment))).toBe('2026-07-03T13:45:00.000Z');
});

test('An empty field, and what is no date, is no moment.', () => {
  expect([isoOf(''), isoOf('tomorrow')]).toEqual([null, null]);
});
