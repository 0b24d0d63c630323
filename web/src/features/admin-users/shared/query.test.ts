import { expect, test } from 'vitest';
import { addressOf, isFiltered, defaultQuery, paramsOf, parseQuery, sortedBy } from './query.js';

const asked = { ...defaultQuery, search: 'sanne b', banned: '1', sort: 'posts', order: 'desc', page: 3 } as const;

test('A question comes back from the address as it was, and the plain one stands in none.', () => {
  expect(parseQuery(new URLSearchParams(paramsOf(asked)))).toEqual(asked);
  expect(paramsOf(defaultQuery)).toEqual({});
});

test('What is no question in the address is passed over.', () => {
  const address = 'page=-2&sort=password&order=up&banned=maybe&role=1%20or%201';
  expect(parseQuery(new URLSearchParams(address))).toEqual(defaultQuery);
});

test('The call names what is asked for and nothing else.', () => {
  expect(addressOf(asked)).toBe('/admin/users?sort=posts&order=desc&page=3&limit=50&search=sanne+b&banned=1');
});

test('A column is sorted the way one expects of it, and the other way at the next click; from the first page.', () => {
  const once = sortedBy({ ...asked, sort: 'role' }, 'posts');
  expect([once.sort, once.order, once.page]).toEqual(['posts', 'desc', 1]);
  expect(sortedBy(once, 'posts').order).toBe('asc');
  expect(sortedBy(once, 'email').order).toBe('asc');
});

test('An order is no filter.', () => {
  expect([isFiltered(asked), isFiltered({ ...defaultQuery, order: 'desc', page: 2 })]).toEqual([true, false]);
});
