import { expect, test } from 'vitest';
import { cutText } from './graphemes.js';

const family = '👨‍👩‍👧‍👦';

test.each([
  ['fits', 'abc', 3, 'abc'],
  ['is longer', 'abcd', 3, 'abc...'],
  ['ends in a surrogate pair', 'ab🏰', 3, 'ab...'],
  ['ends in a family', `ab${family}`, 12, 'ab...'],
  ['ends after a family', `ab${family}c`, 13, `ab${family}...`],
  ['ends before a family', `ab${family}`, 2, 'ab...'],
  ['ends in an accent', 'cafe\u0301s', 4, 'caf...'],
  ['ends after an accent', 'cafe\u0301s', 5, 'cafe\u0301...'],
  ['ends in a skin tone', 'hi 👍🏽', 5, 'hi ...'],
  ['ends in a flag', 'x🇳🇱🇧🇪', 7, 'x🇳🇱...'],
  ['ends between flags', 'x🇳🇱🇧🇪', 5, 'x🇳🇱...'],
  ['ends in a keycap', 'on 1️⃣', 4, 'on ...'],
  ['ends in a Devanagari conjunct', 'नमस्ते', 4, 'नम...'],
  ['ends in a Tamil syllable', 'நிறம்', 1, '...'],
  ['ends in a syllable of Hangul jamo', '\u1112\u1161\u11ab\u1100\u1173\u11af', 5, '\u1112\u1161\u11ab...'],
  ['ends in a Thai vowel', 'กำหนด', 1, '...'],
  ['ends in stacked marks', `ab${'\u0300'.repeat(20)}`, 9, 'a...'],
  ['ends in a two-character line break', 'a\r\nb', 2, 'a...'],
])('a text that %s is truncated at a grapheme boundary', (_, text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

test('truncating a long text reads only its beginning', () => {
  const longText = `${'é'.repeat(170)}${'\u0301'.repeat(19_830)}`;
  expect(cutText(longText, 170)).toBe(`${'é'.repeat(169)}...`);
});
