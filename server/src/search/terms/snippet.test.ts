import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marks, cutSnippet } from './snippet.js';

const withMarks = (text: string) => text.replaceAll('[', marks.begin).replaceAll(']', marks.end);
const cutMarkedSnippet = (text: string) =>
  cutSnippet(withMarks(text)).replaceAll(marks.begin, '[').replaceAll(marks.end, ']');
const buildFiller = (words: number) => 'word '.repeat(words);

test('a short post is its own snippet', () => {
  expect(cutMarkedSnippet('See the [harbour] there')).toBe('See the [harbour] there');
  expect(cutMarkedSnippet('')).toBe('');
});

test('cuts a long post between words, around the first match', () => {
  const excerpt = cutMarkedSnippet(`${buildFiller(50)}the [harbour] wall ${buildFiller(50)}`);
  expect(excerpt).toMatch(/^…(word ){6,8}the \[harbour\] wall( word){20,30}…$/);
  expect(cutMarkedSnippet(buildFiller(50))).toMatch(/^(word )+word…$/);
});

test('a snippet shows the part of a post with the most distinct matching words', () => {
  const text = `[boat] [boat] [boat] ${buildFiller(60)}[old] and [wall] ${buildFiller(60)}[old] [boat] by the [wall] ${buildFiller(60)}`;
  expect(cutMarkedSnippet(text)).toContain('[old] [boat] by the [wall]');
});

test('highlights the visible part of a match that is cut off', () => {
  const long = cutMarkedSnippet(`[${'x'.repeat(500)}] [short] ${buildFiller(50)}`);
  expect(long).toMatch(/^…\[short\] word .*…$/);
  expect(cutMarkedSnippet(`[${'x'.repeat(500)}] ${buildFiller(50)}`)).toMatch(/^\[x+\]…$/);
  expect(cutMarkedSnippet(`[a ${buildFiller(30)}b] ${buildFiller(60)}[c] [d]`)).toMatch(/^…word .*\[c\] \[d\]$/);
  expect(cutMarkedSnippet(`${buildFiller(60)}[a ${buildFiller(3)}b] [c] [d]`)).toMatch(
    /^….*\[a word word word b\] \[c\] \[d\]$/,
  );
});

test('returns a short snippet with balanced marks for any text and any matches', () => {
  const piece = fc.constantFrom('a', 'harbour', ' ', '\n', '[a]', '[a b]', '[harbour wall]', '👩‍👩‍👧', '…');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const excerpt = cutMarkedSnippet(pieces.join(''));
      expect(excerpt.length).toBeLessThan(200);
      expect(excerpt.replaceAll(/\[[^[\]]*\]/g, '')).not.toMatch(/[[\]]/);
      expect(excerpt.isWellFormed()).toBe(true);
    }),
  );
});

test('cuts text without spaces between characters of any length', () => {
  for (const character of ['教', 'น้ำ', '👩‍👩‍👧', 'e\u0301\u0302', '𠮷']) {
    const excerpt = cutMarkedSnippet(`${character.repeat(90)}[${character}]${character.repeat(90)}`);
    expect(excerpt.replace(/[[\]…]/gu, '').replaceAll(character, ''), character).toBe('');
  }
});
