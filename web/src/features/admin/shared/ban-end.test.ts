import { expect, test } from 'vitest';
import { computeBanEnd } from './ban-end.js';

const at = (local: string) => new Date(local);
const end = (length: 'day' | 'week' | 'month', from: string) => new Date(computeBanEnd(length, null, at(from)) ?? 0);

test('a one-day or one-week ban expires at the same time of day', () => {
  expect(end('day', '2026-12-31T14:00')).toEqual(at('2027-01-01T14:00'));
  expect(end('week', '2026-11-21T09:30')).toEqual(at('2026-11-28T09:30'));
});

test('a one-month ban expires on the same day of the next month, or on its last day', () => {
  expect(end('month', '2026-11-21T09:30')).toEqual(at('2026-12-21T09:30'));
  expect(end('month', '2027-01-31T09:30')).toEqual(at('2027-02-28T09:30'));
  expect(end('month', '2026-12-31T09:30')).toEqual(at('2027-01-31T09:30'));
});

test('a permanent ban does not expire, and a custom ban expires on the chosen date', () => {
  expect(computeBanEnd('ever', '2027-01-01T00:00:00.000Z', new Date())).toBeNull();
  expect(computeBanEnd('until', '2027-01-01T00:00:00.000Z', new Date())).toBe('2027-01-01T00:00:00.000Z');
});
