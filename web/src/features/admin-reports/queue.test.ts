import type { ReportRow } from '@guildhall/domain/wire/schemas/reports.js';
import { expect, test } from 'vitest';
import { addressOf, toSearchParams, parseQuery, withOpened } from './queue.js';

const asked = (query: string) => parseQuery(new URLSearchParams(query));

test('Unasked the queue shows what is open, and says nothing of it in the address.', () => {
  expect(asked('')).toEqual({ status: 'open', kind: 'any' });
  expect(toSearchParams(asked('')).toString()).toBe('');
  expect(addressOf(asked(''))).toBe('/admin/reports?status=open');
});

test('What is asked for stands in the address, and is asked of the server.', () => {
  const all = asked('status=any&kind=appeal');
  expect(toSearchParams(all).toString()).toBe('status=any&kind=appeal');
  expect(addressOf(all)).toBe('/admin/reports?kind=appeal');
  expect(addressOf(asked('status=any'))).toBe('/admin/reports');
});

test('What is no filter counts for none.', () => {
  expect(asked('status=lost&kind=x')).toEqual({ status: 'open', kind: 'any' });
});

test('Keeps the line of the open report where the filters no longer fit it.', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }) as ReportRow); // no more of it is looked at
  const kept = (opened: string | null) => withOpened(rows(1, 3, 4), rows(1, 2, 4), opened).map(({ id }) => id);
  expect(kept('2')).toEqual([1, 2, 3, 4]);
  expect(kept('4')).toEqual([1, 3, 4]);
  expect(kept(null)).toEqual([1, 3, 4]);
});
