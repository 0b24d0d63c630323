import { expect, test } from 'vitest';
import { initialPicture } from './initial-picture.js';

test('the initial avatar does not depend on the case of the name', () => {
  expect(initialPicture('steve')).toBe(initialPicture('STEVE'));
  expect(initialPicture('_steve')).toContain('>S</text>');
  expect(initialPicture('___')).toContain('>?</text>');
});
