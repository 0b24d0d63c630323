import { afterEach, describe, expect, test } from 'vitest';
import { findEndOfDay, toIso, toLocalInput, findStartOfDay } from './local-time.js';

test('restores a date and time from its field, to the minute', () => {
  const moment = new Date('2026-07-03T13:45:12.345Z');
  expect(toIso(toLocalInput(moment))).toBe('2026-07-03T13:45:00.000Z');
});

test('parses nothing from an empty date and time field or an invalid date', () => {
  expect([toIso(''), toIso('tomorrow')]).toEqual([null, null]);
});

describe("days in the reader's time zone", () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    process.env['TZ'] = zone;
  });

  test.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
    ['Europe/Amsterdam', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T22:59:59.999Z'],
    ['Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['Pacific/Chatham', '2026-11-21', '2026-11-20T10:15:00.000Z', '2026-11-21T10:14:59.999Z'],
    ['Pacific/Chatham', '2026-04-05', '2026-04-04T10:15:00.000Z', '2026-04-05T11:14:59.999Z'],
    ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00.000Z', '2026-11-02T03:29:59.999Z'],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00.000Z', '2026-03-09T02:29:59.999Z'],
    ['Asia/Kolkata', '2026-02-28', '2026-02-27T18:30:00.000Z', '2026-02-28T18:29:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T12:59:59.999Z'],
    // Clocks go forward at midnight, so the day begins at one.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    // Samoa skipped 30 December 2011.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T09:59:59.999Z'],
  ])('in %s, the day %s lasts from %s to %s', (name, day, start, end) => {
    process.env['TZ'] = name;
    expect(findStartOfDay(day)).toBe(start);
    expect(findEndOfDay(day)).toBe(end);
  });

  test.each(['', '2026-02-31', '2026-13-01', '2026-11-21T10:00', 'today'])('rejects %j as a day', (day) => {
    expect([findStartOfDay(day), findEndOfDay(day)]).toEqual([null, null]);
  });
});
