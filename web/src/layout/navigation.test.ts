import { expect, test } from 'vitest';
import { isWithin } from './navigation.js';

test('matches a path to a menu entry only by complete path segments', () => {
  expect(['/forums', '/forums/builds', '/forumsx', '/'].filter((pathname) => isWithin(pathname, '/forums'))).toEqual([
    '/forums',
    '/forums/builds',
  ]);
  expect(isWithin('/forums', '/')).toBe(false);
});
