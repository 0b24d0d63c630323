import { expect, test } from 'vitest';
import { mostMatches, searchMembers } from './member-search.js';

const names = ['Mila', 'Jorik', 'milan_92', 'Emil', 'Bram'];

test('A search finds a substring without regard to case, beginnings first.', () => {
  expect(searchMembers(names, 'MIL')).toEqual(['Mila', 'milan_92', 'Emil']);
});

test('Spaces around what is typed do not matter.', () => {
  expect(searchMembers(names, ' bram ')).toEqual(['Bram']);
});

test('At most fifteen matches are given, and beginnings far down the list are among them.', () => {
  const many = [...Array.from({ length: 40 }, (_, n) => `xa${n}`), 'a_last'];
  const found = searchMembers(many, 'a');
  expect(found).toHaveLength(mostMatches);
  expect(found[0]).toBe('a_last');
});

test('What nobody is called finds nobody.', () => {
  expect(searchMembers(names, 'zz')).toEqual([]);
});
