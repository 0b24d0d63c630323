import { expect, test } from 'vitest';
import { formatDateAndTime, formatDate, formatRelativeTime, formatShortDate, formatAge } from './dates.js';

const now = new Date(2026, 10, 21, 12, 0, 0);

test('formats dates in Dutch', () => {
  expect(formatDateAndTime(new Date(2026, 10, 21, 9, 5))).toBe('21 nov 2026, 09:05');
  expect(formatDate(new Date(2026, 4, 3))).toBe('3 mei 2026');
});

test('shortens a date in a list if it remains unambiguous', () => {
  expect(formatShortDate(new Date(2026, 10, 21, 9, 5), now)).toBe('09:05');
  expect(formatShortDate(new Date(2026, 10, 20, 19, 30), now)).toBe('20 nov, 19:30');
  expect(formatShortDate(new Date(2025, 10, 20, 19, 30), now)).toBe('20 nov 2025');
});

test.each([
  ['the same day of the month before', [2026, 9, 23], [2026, 10, 23], '23 okt, 12:01'],
  ['the last day of the month before', [2026, 9, 31], [2026, 10, 1], '31 okt, 12:01'],
  ['the last day of February', [2026, 1, 28], [2026, 2, 28], '28 feb, 12:01'],
  ['a leap day', [2028, 1, 29], [2028, 2, 29], '29 feb, 12:01'],
  ['the last day of the year before', [2025, 11, 31], [2026, 0, 1], '31 dec 2025'],
  ['the same day of the year before', [2025, 10, 23], [2026, 10, 23], '23 nov 2025'],
  ['the same day of the next month', [2026, 10, 23], [2026, 9, 23], '23 nov, 12:01'],
  ['the first day of a month, today', [2026, 10, 1], [2026, 10, 1], '12:01'],
  ['the last day of a month, today', [2026, 9, 31], [2026, 9, 31], '12:01'],
] as const)("shows a date's day in a list unless it is today: %s", (_, [year, month, day], today, written) => {
  expect(formatShortDate(new Date(year, month, day, 12, 1), new Date(today[0], today[1], today[2], 23, 59))).toBe(
    written,
  );
  expect(formatShortDate(new Date(year, month, day, 12, 1), new Date(today[0], today[1], today[2], 0, 0))).toBe(
    written,
  );
});

test('uses the largest fitting unit for a relative time', () => {
  expect(formatRelativeTime(new Date(now.getTime() - 3 * 3_600_000), now)).toBe('3 uur geleden');
  expect(formatRelativeTime(new Date(now.getTime() - 90_000), now)).toBe('1 min. geleden');
  expect(formatRelativeTime(new Date(now.getTime() - 119_000), now)).toBe('1 min. geleden');
  expect(formatRelativeTime(now, now)).toBe('nu');
  expect(formatRelativeTime(new Date(now.getTime() - 400 * 86_400_000), now)).toBe('vorig jaar');
});

test.each([
  [-5, 'nu'],
  [59, 'nu'],
  [60, '1 min. geleden'],
  [3 * 60, '3 min. geleden'],
  [2 * 3_600 + 59, '2 uur geleden'],
  [86_400, 'gisteren'],
  [9 * 86_400, '9 dgn geleden'],
  [30 * 86_400, '22 okt 2026'],
])('formats a time %i seconds ago as “%s”', (seconds, written) => {
  expect(formatAge(new Date(now.getTime() - seconds * 1_000), now)).toBe(written);
});
