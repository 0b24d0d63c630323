import { expect, test } from 'vitest';
import { detectDirection, isolateRightToLeft } from './direction.js';

test.each([
  ['Hello', 'ltr'],
  ['7 «שלום» hi', 'rtl'],
  ['مرحبا', 'rtl'],
  ['ހެޔޮ', 'rtl'],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
  ['红石', 'ltr'],
  ['\u200f123', 'rtl'],
  ['123 !?', null],
])('detects the text direction of %s', (text, direction) => {
  expect(detectDirection(text)).toBe(direction);
});

test('isolates a name only if it contains right-to-left characters', () => {
  expect(isolateRightToLeft('Guildhall')).toBe('Guildhall');
  expect(isolateRightToLeft('Guild שלום!')).toBe('\u2068Guild שלום!\u2069');
});
