import { expect, test } from 'vitest';
import { buildAddress, isFiltered, defaultQuery, buildParams, parseQuery, toggleSort } from './query.js';

const query = { ...defaultQuery, search: 'sanne b', banned: '1', sort: 'posts', order: 'desc', page: 3 } as const;

test('restores an account query from its own URL, which omits defaults', () => {
  expect(parseQuery(new URLSearchParams(buildParams(query)))).toEqual(query);
  expect(buildParams(defaultQuery)).toEqual({});
});

test('ignores unknown account query values in the URL', () => {
  const address = 'page=-2&sort=password&order=up&banned=maybe&role=1%20or%201';
  expect(parseQuery(new URLSearchParams(address))).toEqual(defaultQuery);
});

test('sends only the account filters that are set', () => {
  expect(buildAddress(query)).toBe('/admin/users?sort=posts&order=desc&page=3&limit=50&search=sanne+b&banned=1');
});

test('sorts a column in its natural direction first, then reversed, from the first page', () => {
  const sortedQuery = toggleSort({ ...query, sort: 'role' }, 'posts');
  expect([sortedQuery.sort, sortedQuery.order, sortedQuery.page]).toEqual(['posts', 'desc', 1]);
  expect(toggleSort(sortedQuery, 'posts').order).toBe('asc');
  expect(toggleSort(sortedQuery, 'email').order).toBe('asc');
});

test('does not count the sort order as a filter', () => {
  expect([isFiltered(query), isFiltered({ ...defaultQuery, order: 'desc', page: 2 })]).toEqual([true, false]);
});
