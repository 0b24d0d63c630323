import { expect, test } from 'vitest';
import { computeEmailTime, moveDigest } from './delivery-times.js';

const computeDue = (frequency: Parameters<typeof computeEmailTime>[0], at: string, timeZone: string | null = null) =>
  computeEmailTime(frequency, new Date(at), timeZone).toISOString();

test('an email is due two minutes after its event, or at the next full hour', () => {
  expect(computeDue('at-once', '2026-05-04T10:59:30.000Z')).toBe('2026-05-04T11:01:30.000Z');
  expect(computeDue('hourly', '2026-05-04T10:59:30.000Z')).toBe('2026-05-04T11:00:00.000Z');
  expect(computeDue('hourly', '2026-05-04T11:00:00.000Z')).toBe('2026-05-04T12:00:00.000Z');
});

test.each([
  ['UTC', null, '2026-05-04T07:59:59.000Z', '2026-05-04T08:00:00.000Z'],
  ['UTC, exactly at eight', null, '2026-05-04T08:00:00.000Z', '2026-05-05T08:00:00.000Z'],
  ['Amsterdam in summer', 'Europe/Amsterdam', '2026-05-04T07:00:00.000Z', '2026-05-05T06:00:00.000Z'],
  ['Los Angeles', 'America/Los_Angeles', '2026-05-04T02:00:00.000Z', '2026-05-04T15:00:00.000Z'],
  ['Kolkata, with half an hour', 'Asia/Kolkata', '2026-05-04T02:00:00.000Z', '2026-05-04T02:30:00.000Z'],
  ['Chatham, already the next day', 'Pacific/Chatham', '2026-07-01T19:16:00.000Z', '2026-07-02T19:15:00.000Z'],
  ['the day on which summer begins', 'Europe/Amsterdam', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['the night in which summer begins', 'Europe/Amsterdam', '2026-03-29T00:30:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['the day on which summer ends', 'Europe/Amsterdam', '2026-10-24T12:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  [
    'the day on which summer begins in New York',
    'America/New_York',
    '2026-03-07T20:00:00.000Z',
    '2026-03-08T12:00:00.000Z',
  ],
])('a daily digest is due at eight in the morning: %s', (_, timeZone, at, expected) => {
  expect(computeDue('daily', at, timeZone)).toBe(expected);
});

test("a weekly digest is due on Monday morning in the member's time zone", () => {
  expect(computeDue('weekly', '2026-05-04T07:00:00.000Z')).toBe('2026-05-04T08:00:00.000Z');
  expect(computeDue('weekly', '2026-05-04T09:00:00.000Z')).toBe('2026-05-11T08:00:00.000Z');
  // It is already Monday in Auckland.
  expect(computeDue('weekly', '2026-05-03T19:00:00.000Z', 'Pacific/Auckland')).toBe('2026-05-03T20:00:00.000Z');
  expect(computeDue('weekly', '2026-05-03T21:00:00.000Z', 'Pacific/Auckland')).toBe('2026-05-10T20:00:00.000Z');
  expect(computeDue('weekly', '2026-10-20T09:00:00.000Z', 'Europe/Amsterdam')).toBe('2026-10-26T07:00:00.000Z');
});

test.each([
  ['west', 'Europe/Amsterdam', 'America/New_York', '2026-05-04T07:00:00.000Z', '2026-05-04T12:00:00.000Z'],
  ['east', null, 'Asia/Tokyo', '2026-05-03T20:00:00.000Z', '2026-05-03T23:00:00.000Z'],
  [
    'to a place where it is later than eight',
    null,
    'Asia/Tokyo',
    '2026-05-04T07:00:00.000Z',
    '2026-05-04T23:00:00.000Z',
  ],
])('a digest due on Monday at eight moves %s', (_, from, to, now, expected) => {
  const dueAt = new Date(from === null ? '2026-05-04T08:00:00.000Z' : '2026-05-04T06:00:00.000Z');
  expect(moveDigest(dueAt, { from, to, now: new Date(now) }).toISOString()).toBe(expected);
});
