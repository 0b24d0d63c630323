import { expect, test } from 'vitest';
import { drawInitialPicture } from './initial-picture.js';

test("the initial avatar does not depend on the name's case", () => {
  expect(drawInitialPicture('steve')).toBe(drawInitialPicture('STEVE'));
  expect(drawInitialPicture('_steve')).toContain('>S</text>');
  expect(drawInitialPicture('___')).toContain('>?</text>');
});
