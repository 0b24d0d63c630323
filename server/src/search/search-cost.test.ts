import { limits } from '@guildhall/domain/limits.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharactersRead } from '../testing/characters-read.js';
import { markdownFamilies } from '../testing/markdown-families.js';
import { buildMatchExpression, parseSearch } from './terms/query-text.js';
import { marks, cutSnippet } from './terms/snippet.js';

const most = limits.content.max;
const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const markWord = (word: string) => marks.begin + word + marks.end;

const markEvery = (text: string, interval: number) =>
  text.replace(/\w+/g, markWord).replace(new RegExp(`[^\\w${marks.begin}${marks.end}]{${interval}}`, 'gu'), markWord);

describe('building a snippet', () => {
  const computeMaxCharacters = (length: number) => 2_000 + 12 * length;

  async function expectShort(text: string): Promise<void> {
    const { made, characters } = await countCharactersRead(() => cutSnippet(text));
    expect(made.length).toBeLessThanOrEqual(190);
    expect(characters).toBeLessThanOrEqual(computeMaxCharacters(text.length));
  }

  test.each(Object.entries(markdownFamilies))('building a snippet takes linear time for %s', async (_, make) => {
    for (const interval of [1, 1_000]) await expectShort(markEvery(make(most / 4), interval));
  });

  test('building a snippet takes linear time for any content with any matches', async () => {
    const piece = fc.oneof(
      fc.constantFrom('a', ' ', '\n', 'x'.repeat(300), markWord('a'), markWord('b c'), markWord('')),
      fc.string(),
    );
    const text = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 300 }))
      .map(([pieces, times]) =>
        pieces
          .join('')
          .repeat(times)
          .slice(0, 2 * most),
      );
    await fc.assert(fc.asyncProperty(text, expectShort), { numRuns: 40 });
  });
});

describe('building a search expression', () => {
  const tags = { anyOfEach: [['s1']], none: [] };
  const computeMaxCharacters = (length: number) => 4_000 + 100 * length;
  // NFC expands some letters to three.
  const computeMaxExpression = (length: number) => 400 + 3 * length;
  const parts = [
    '"',
    '""',
    'a OR ',
    'NEAR(',
    '*',
    '(',
    ')',
    'a*',
    '-a',
    'author:',
    'prefix:',
    'title:a ',
    '\0',
    '%',
    '_',
  ];

  async function expectLinear(query: string): Promise<void> {
    const { made, characters } = await countCharactersRead(() => buildMatchExpression(parseSearch(query), tags) ?? '');
    expect(made.length).toBeLessThanOrEqual(computeMaxExpression(query.length));
    expect(characters).toBeLessThanOrEqual(computeMaxCharacters(query.length));
  }

  test.each([...parts, '"a ', 'a-', '-"', 'prefix:"a" ', '\u0301', '👍 '])(
    'builds a short search expression in linear time from %j',
    async (part) => {
      for (const length of [200, 4_000]) {
        await expectLinear(fill(part, length));
        await expectLinear(Array.from({ length: length / 8 }, (_, n) => `${part}w${n}`).join(' '));
      }
    },
  );

  test('builds a short search expression in linear time from any mixture of parts', async () => {
    const piece = fc.oneof(fc.constantFrom(...parts, ' ', 'boat', 'boats'), fc.string({ unit: 'binary' }));
    const query = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 200 }))
      .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 4_000));
    await fc.assert(fc.asyncProperty(query, expectLinear), { numRuns: 50 });
  });
});
