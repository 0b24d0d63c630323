import { expect, test } from 'vitest';
import { initialPicture } from './initial-picture.js';

test('The picture of an initial is the same for a name in any case', () => {
  expect(initialPicture('steve')).toBe(initialPicture('STEVE'));
  expect(initialPicture('_steve')).toContain('>S</text>');
  expect(initialPicture('___')).toContain('>?</text>');
});
