import { expect, test } from 'vitest';
import { addressOf, queryOf, questionIn } from './queue.js';

const asked = (query: string) => questionIn(new URLSearchParams(query));

test('Unasked the queue shows what is open, and says nothing of it in the address.', () => {
  expect(asked('')).toEqual({ status: 'open', kind: 'any' });
  expect(queryOf(asked('')).toString()).toBe('');
  expect(addressOf(asked(''))).toBe('/admin/reports?status=open');
});

test('What is asked for stands in the address, and is asked of the server.', () => {
  const all = asked('status=any&kind=appeal');
  expect(queryOf(all).toString()).toBe('status=any&kind=appeal');
  expect(addressOf(all)).toBe('/admin/reports?kind=appeal');
  expect(addressOf(asked('status=any'))).toBe('/admin/reports');
});

test('What is no filter counts for none.', () => {
  expect(asked('status=lost&kind=x')).toEqual({ status: 'open', kind: 'any' });
});
