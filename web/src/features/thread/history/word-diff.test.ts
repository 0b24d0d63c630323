import { Diff } from 'diff';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { wordDiff } from './word-diff.js';

test('reports added and removed text word by word, with all that stayed', () => {
  expect(wordDiff('keep the old pier', 'keep the new pier')).toEqual([
    { kind: 'same', text: 'keep the ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' pier' },
  ]);
  expect(wordDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('replaces texts that differ too much as a whole, and loses no character of either', () => {
  const words = (prefix: string) => Array.from({ length: 3_500 }, (_, n) => `${prefix}${n}`).join(' ');
  const [before, after] = [words('a'), words('b')];
  expect(wordDiff(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
  const changed = before.replace('a100 ', 'b100 ').replace('a3000 ', '');
  const pieces = wordDiff(before, changed);
  expect(pieces.filter(({ kind }) => kind !== 'same').length).toBeLessThan(6);
  const textOf = (kind: string) =>
    pieces.flatMap((one) => (['same', kind].includes(one.kind) ? one.text : [])).join('');
  expect([textOf('removed'), textOf('added')]).toEqual([before, changed]);
});

describe('the work and the size of a diff are bounded', () => {
  const { equals } = Diff.prototype;
  afterEach(() => void (Diff.prototype.equals = equals));
  const most = 20_000; // characters of a text
  const maxPieces = 2_001;
  const maxCompared = (length: number) => 1_000_000 + 2 * length;

  /** Completes only if the diff is bounded. */
  function expectBounded(before: string, after: string): void {
    let compared = 0;
    Diff.prototype.equals = (left, right) => {
      if (++compared > maxCompared(before.length + after.length)) throw new Error('Too many comparisons');
      return left === right;
    };
    const pieces = wordDiff(before, after);
    expect(pieces.length).toBeLessThanOrEqual(maxPieces);
    const lengthOf = (kind: string) =>
      pieces.reduce((sum, one) => sum + (['same', kind].includes(one.kind) ? one.text.length : 0), 0);
    expect([lengthOf('removed'), lengthOf('added')]).toEqual([before.length, after.length]);
  }

  const numbered = (word: string) => {
    let text = '';
    for (let n = 0; text.length < most; n++) text += `${word}${n} `;
    return text.slice(0, most);
  };
  const filled = (word: string) => word.repeat(most / word.length + 1).slice(0, most);

  test.each([
    ['no word the same', numbered('a'), numbered('b')],
    ['every other word the same', filled('a b '), filled('a c ')],
    ['one word against two that take turns', filled('a '), filled('a b ')],
    ['nothing but blanks', filled(' '), filled('\t')],
    ['signs', filled('*'), filled('_*')],
    ['all words the other way round', numbered('a'), numbered('a').split(' ').reverse().join(' ')],
  ])('of texts with %s', (_, before, after) => {
    expectBounded(before, after);
  });

  test('of any two texts', () => {
    const piece = fc.oneof(fc.constantFrom('a ', 'b ', '*', '\n', '👍', 'é'), fc.string());
    const text = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 300 }))
      .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, most));
    fc.assert(fc.property(text, text, expectBounded), { numRuns: 10, endOnFailure: true });
  });
});
