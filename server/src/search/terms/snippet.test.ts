import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marks, cutSnippet } from './snippet.js';

const withMarks = (text: string) => text.replaceAll('[', marks.begin).replaceAll(']', marks.end);
const snippet = (text: string) => cutSnippet(withMarks(text)).replaceAll(marks.begin, '[').replaceAll(marks.end, ']');
const filler = (words: number) => 'word '.repeat(words);

test('a short post is its own snippet', () => {
  expect(snippet('See the [harbour] there')).toBe('See the [harbour] there');
  expect(snippet('')).toBe('');
});

test('cuts a long post between words, around the first match', () => {
  const excerpt = snippet(`${filler(50)}the [harbour] wall ${filler(50)}`);
  expect(excerpt).toMatch(/^…(word ){6,8}the \[harbour\] wall( word){20,30}…$/);
  expect(snippet(filler(50))).toMatch(/^(word )+word…$/);
});

test('a snippet shows the part of a post with the most distinct matching words', () => {
  const text = `[boat] [boat] [boat] ${filler(60)}[old] and [wall] ${filler(60)}[old] [boat] by the [wall] ${filler(60)}`;
  expect(snippet(text)).toContain('[old] [boat] by the [wall]');
});

test('highlights the visible part of a match that is cut off', () => {
  const long = snippet(`[${'x'.repeat(500)}] [short] ${filler(50)}`);
  expect(long).toMatch(/^…\[short\] word .*…$/);
  expect(snippet(`[${'x'.repeat(500)}] ${filler(50)}`)).toMatch(/^\[x+\]…$/);
  expect(snippet(`[a ${filler(30)}b] ${filler(60)}[c] [d]`)).toMatch(/^…word .*\[c\] \[d\]$/);
  expect(snippet(`${filler(60)}[a ${filler(3)}b] [c] [d]`)).toMatch(/^….*\[a word word word b\] \[c\] \[d\]$/);
});

test('returns a short snippet with balanced marks for any text and any matches', () => {
  const piece = fc.constantFrom('a', 'harbour', ' ', '\n', '[a]', '[a b]', '[harbour wall]', '👩‍👩‍👧', '…');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const excerpt = snippet(pieces.join(''));
      expect(excerpt.length).toBeLessThan(200);
      expect(excerpt.replaceAll(/\[[^[\]]*\]/g, '')).not.toMatch(/[[\]]/);
      expect(excerpt.isWellFormed()).toBe(true);
    }),
  );
});

test('cuts text without spaces between characters of any length', () => {
  for (const character of ['教', 'น้ำ', '👩‍👩‍👧', 'e\u0301\u0302', '𠮷']) {
    const excerpt = snippet(`${character.repeat(90)}[${character}]${character.repeat(90)}`);
    expect(excerpt.replace(/[[\]…]/gu, '').replaceAll(character, ''), character).toBe('');
  }
});
