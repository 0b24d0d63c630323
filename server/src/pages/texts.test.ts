import { expect, test } from 'vitest';
import { texts } from './texts.js';

test('page texts use the singular form for one', () => {
  expect([texts.replies(1), texts.replies(2)]).toEqual(['1 reply', '2 replies']);
  expect(texts.placeCounts(1, 1)).toBe('1 thread · 1 post');
  expect(texts.placeCounts(0, 2)).toBe('0 threads · 2 posts');
  expect([texts.follows(1, 1), texts.follows(2, 1)]).toEqual(['1 follower · 1 following', '2 followers · 1 following']);
  expect(texts.profileOf('Robin', 1)).toContain('1 post in');
  expect(texts.profileOf('Robin', 2)).toContain('2 posts in');
});
