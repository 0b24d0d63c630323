import { expect, test } from 'vitest';
import { ranksOf, searchAddress } from './lists.js';

const member = (id: number, posts: number) => ({ id, username: `m${id}`, posts, avatar_url: null, role: null });

test('Who stands first has rank 1, and who is not loaded has none.', () => {
  const ranks = ranksOf([member(7, 30), member(3, 20)]);
  expect([ranks.get(7), ranks.get(3), ranks.get(5)]).toEqual([1, 2, undefined]);
});

test('What is typed goes into the address as it is.', () => {
  expect(searchAddress('staff', 'a&b c')).toBe('/forums/staff-stats?search=a%26b%20c');
});
