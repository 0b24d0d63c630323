import { expect, test } from 'vitest';
import { isoOf, localOf } from './local-time.js';

test('restores a moment from its field, to the minute', () => {
  const moment = new Date('2026-07-03T13:45:12.345Z');
  expect(isoOf(localOf(moment))).toBe('2026-07-03T13:45:00.000Z');
});

test('reads no moment from an empty field or an invalid date', () => {
  expect([isoOf(''), isoOf('tomorrow')]).toEqual([null, null]);
});
