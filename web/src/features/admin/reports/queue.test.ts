import type { ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { expect, test } from 'vitest';
import { parseQuery, withOpenedRow } from './queue.js';

const parse = (query: string) => parseQuery(new URLSearchParams(query));

test('ignores invalid report filters', () => {
  expect(parse('status=lost&kind=x')).toEqual({ status: 'pending', kind: 'any' });
});

test('an open report remains in the list even if it no longer matches the filters', () => {
  const listRows = (...ids: number[]) => ids.map((id) => ({ id }) as ReportRow);
  const listIdsWithOpened = (opened: string | null) =>
    withOpenedRow(listRows(1, 3, 4), listRows(1, 2, 4), opened).map(({ id }) => id);
  expect(listIdsWithOpened('2')).toEqual([1, 2, 3, 4]);
  expect(listIdsWithOpened('4')).toEqual([1, 3, 4]);
  expect(listIdsWithOpened(null)).toEqual([1, 3, 4]);
});
