import fc from 'fast-check';
import { limits } from '@guildhall/domain/limits.js';
import { describe, expect, test } from 'vitest';
import { buildMatchExpression, parseSearch, replaceControlCharacters } from '../search/terms/query-text.js';
import { markdownFamilies } from '../testing/markdown-families.js';
import { findAddressed } from './addressed.js';
import { toPlainText, requireRenderableMarkup, renderMarkdown } from './markdown.js';
import { computeMaxHtmlLength } from './render-budget.js';
import { createPlainPreview } from '../vault/texts.js';

const size = limits.content.max;
/** The worst case is 55 steps per character, for unclosed brackets. */
const computeMaxSteps = (length: number): number => 2_000 + 80 * length;

const countedMethods = ['charCodeAt', 'codePointAt', 'slice', 'indexOf', 'match', 'replace', 'trim'] as const;

/** Counts inspected characters and substrings. Unlike the duration, the count is the same on every machine. */
const countSteps = (work: () => unknown): number => measure(work).steps;

function measure<T>(work: () => T): { made: T; steps: number } {
  const prototype = String.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  const originals = countedMethods.map((name) => [name, prototype[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: unknown, ...given: unknown[]) {
      count++;
      return original?.apply(this, given);
    };
  }
  try {
    return { made: work(), steps: count };
  } finally {
    for (const [name, original] of originals) if (original) prototype[name] = original;
  }
}

const forms: Record<string, { make: (text: string) => unknown; maxLength: (length: number) => number }> = {
  html: { make: (text) => renderMarkdown(text, (id) => String(id)), maxLength: computeMaxHtmlLength },
  'words for the index': {
    make: (text) => replaceControlCharacters(toPlainText(text)),
    maxLength: computeMaxHtmlLength,
  },
  preview: { make: (text) => createPlainPreview(text, limits.preview), maxLength: () => limits.preview + 3 },
  'mentions and quotes': { make: (text) => findAddressed(text, () => 1), maxLength: (length) => 2_000 + 6 * length },
  'check before it is written': { make: renderChecked, maxLength: () => 0 },
};

function renderChecked(text: string): string {
  try {
    requireRenderableMarkup(text, 'content');
  } catch {
    // Ignored because another test covers refusals.
  }
  return '';
}

const getLength = (made: unknown): number => (typeof made === 'string' ? made : JSON.stringify(made)).length;

describe.each(Object.entries(forms))('processing Markdown as %s', (_, form) => {
  test.each(Object.entries(markdownFamilies))('processing Markdown takes linear time for %s', (_, make) => {
    const texts = [make(size / 2), make(size)] as const;
    const [fewer, more] = [measure(() => form.make(texts[0])), measure(() => form.make(texts[1]))];
    expect(more.steps).toBeLessThanOrEqual(computeMaxSteps(texts[1].length));
    expect(more.steps).toBeLessThanOrEqual(2.2 * fewer.steps + 2_000);
    expect(getLength(fewer.made)).toBeLessThanOrEqual(form.maxLength(texts[0].length));
    expect(getLength(more.made)).toBeLessThanOrEqual(form.maxLength(texts[1].length));
  });
});

const family = fc.constantFrom(...Object.values(markdownFamilies));
const signs = fc.constantFrom(
  ...'*_~`[]()<>!&#|-+=:."@\\/ \n\t1a',
  '\n\n',
  '    ',
  'http://a.b',
  '&amp;',
  '[a]: /b\n',
  '||',
  '>!',
  ':::details\n',
);
const jumbledText = fc.array(signs, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
const part = fc.oneof(
  fc.tuple(family, fc.integer({ min: 200, max: size / 2 })).map(([make, length]) => make(length)),
  fc
    .tuple(jumbledText, fc.integer({ min: 1, max: 1_000 }))
    .map(([piece, times]) => piece.repeat(times).slice(0, size / 2)),
);
const markdown = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\n', '\n\n', ' '))
  .map(([parts, between]) => parts.join(between).slice(0, size));

test('processing any mixture of Markdown takes linear time in every form', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      for (const { make, maxLength } of Object.values(forms)) {
        const { made, steps } = measure(() => make(text));
        expect(steps).toBeLessThanOrEqual(computeMaxSteps(text.length));
        expect(getLength(made)).toBeLessThanOrEqual(maxLength(text.length));
      }
    }),
    { numRuns: 60 },
  );
});

test('a search query becomes at most twenty terms, regardless of its syntax', () => {
  const query = fc.oneof(
    markdown.map((text) => text.slice(0, 200)),
    fc.array(fc.constantFrom('"', '-', '*', 'prefix:', ' ', 'a', 'AND', 'NEAR(', '^', ':', '(', '👍'), {
      maxLength: 100,
    }),
  );
  fc.assert(
    fc.property(query, (asked) => {
      const text = typeof asked === 'string' ? asked : asked.join('');
      const parsed = parseSearch(text);
      const terms = [parsed.required, parsed.excluded, parsed.prefixes.required, parsed.prefixes.excluded].flat();
      expect(terms.length).toBeLessThanOrEqual(20);
      expect(buildMatchExpression(parsed, { anyOfEach: [['s1']], none: [] })?.length).toBeLessThanOrEqual(
        200 + 2 * text.length + 10 * terms.length,
      );
    }),
    { numRuns: 500 },
  );
});

test('the step counter of these tests detects quadratic work', () => {
  const matchQuadratically = (text: string) => {
    for (let from = 0; from < text.length; from++) for (let at = from; at < text.length; at++) text.charCodeAt(at);
  };
  expect(countSteps(() => matchQuadratically('a'.repeat(2_000)))).toBeGreaterThan(computeMaxSteps(2_000));
});
