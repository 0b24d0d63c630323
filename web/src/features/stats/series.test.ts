import { expect, test } from 'vitest';
import { toNoon, summarizePlayers, sumField, utc } from './series.js';

const buildPoint = (at: string, average: number | null, max = average) => ({ at, average, max });

test('calculates the average and the peak of the known player counts', () => {
  const points = [
    buildPoint('10:00', 2, 3),
    buildPoint('11:00', null),
    buildPoint('12:00', 5, 9),
    buildPoint('13:00', 0),
  ];
  expect(summarizePlayers(points)).toEqual({ average: 2.3, most: 9, at: '12:00' });
});

test('returns no average without counts, and treats a count of zero as a number', () => {
  expect(summarizePlayers([buildPoint('10:00', null)])).toBeNull();
  expect(summarizePlayers([])).toBeNull();
  expect(summarizePlayers([buildPoint('10:00', 0)])).toEqual({ average: 0, most: 0, at: '10:00' });
});

test('adds up the figures for several days and places each day at noon', () => {
  const buildDay = (at: string, registered: number) => ({ at, registered, verified: 0, threads: 0, replies: 0 });
  expect(sumField([buildDay('2026-11-20', 2), buildDay('2026-11-21', 3)], 'registered')).toBe(5);
  expect(toNoon('2026-11-20')).toEqual(new Date('2026-11-20T12:00Z'));
});

test("formats days and times in UTC, regardless of the reader's time zone", () => {
  const lateEvening = new Date('2026-11-20T23:30Z');
  expect([utc.clock(lateEvening), utc.dateOnly(lateEvening)]).toEqual(['23:30', '20 nov 2026']);
  expect(utc.shortDate(lateEvening, new Date('2026-11-21T00:10Z'))).toBe('20 nov, 23:30');
  expect(utc.shortDate(lateEvening, new Date('2026-11-20T00:10Z'))).toBe('23:30');
});
