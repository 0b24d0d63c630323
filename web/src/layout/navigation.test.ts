import { expect, test } from 'vitest';
import { isWithin } from './navigation.js';

test('finds an address within an entry by whole steps of the path', () => {
  expect(['/forums', '/forums/builds', '/forumsx', '/'].filter((pathname) => isWithin(pathname, '/forums'))).toEqual([
    '/forums',
    '/forums/builds',
  ]);
  expect(isWithin('/forums', '/')).toBe(false);
});
