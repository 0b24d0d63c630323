import { expect, test } from 'vitest';
import { buildAddress, buildCsvAddress, hasFilters, toSearchParams, parseQuery } from './query.js';

const parsed = parseQuery(new URLSearchParams('kind=MemberBanned&actor=Jorik&from=2026-11-20T13%3A00%3A00.000Z&x=1'));

test('the page, the request and the CSV file use the same audit filters', () => {
  const query = 'kind=MemberBanned&actor=Jorik&from=2026-11-20T13%3A00%3A00.000Z';
  expect(toSearchParams(parsed).toString()).toBe(query);
  expect(buildAddress(parsed)).toBe(`/admin/audit?${query}`);
  expect(buildCsvAddress(parsed)).toBe(`/api/admin/audit.csv?${query}`);
});

test('omits unset audit filters from the URL', () => {
  const emptyQuery = parseQuery(new URLSearchParams('actor=%20'));
  expect(hasFilters(emptyQuery)).toBe(false);
  expect(buildAddress(emptyQuery)).toBe('/admin/audit');
});
