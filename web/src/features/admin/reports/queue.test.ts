import type { ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { expect, test } from 'vitest';
import { addressOf, toSearchParams, parseQuery, withOpened } from './queue.js';

const asked = (query: string) => parseQuery(new URLSearchParams(query));

test('shows open and taken reports by default, and leaves the default out of the address', () => {
  expect(asked('')).toEqual({ status: 'pending', kind: 'any' });
  expect(toSearchParams(asked('')).toString()).toBe('');
  expect(addressOf(asked(''))).toBe('/admin/reports?status=pending');
});

test('puts filters into the address and into the request', () => {
  const all = asked('status=any&kind=appeal');
  expect(toSearchParams(all).toString()).toBe('status=any&kind=appeal');
  expect(addressOf(all)).toBe('/admin/reports?kind=appeal');
  expect(addressOf(asked('status=any'))).toBe('/admin/reports');
});

test('ignores values that are no filter', () => {
  expect(asked('status=lost&kind=x')).toEqual({ status: 'pending', kind: 'any' });
});

test('keeps the row of the open report where the filters no longer fit it', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }) as ReportRow); // no other field is read
  const kept = (opened: string | null) => withOpened(rows(1, 3, 4), rows(1, 2, 4), opened).map(({ id }) => id);
  expect(kept('2')).toEqual([1, 2, 3, 4]);
  expect(kept('4')).toEqual([1, 3, 4]);
  expect(kept(null)).toEqual([1, 3, 4]);
});
