import { limits } from '@guildhall/domain/limits.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import fc from 'fast-check';
import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';
import { expect, test, vi } from 'vitest';
import { findAddressed } from './addressed.js';
import { addBlocks } from './blocks.js';
import { parseMarkdown, toPlainText, requireRenderableMarkup, renderMarkdown } from './markdown.js';
import { addMentions } from './mentions.js';
import {
  countTokens,
  createEnv,
  isOrdinary,
  computeMaxHtmlLength,
  computeMaxTokens,
  MarkupLimitExceeded,
  enforceBudget,
} from './render-budget.js';
import { addSpoilers } from './spoilers.js';
import { createPlainPreview } from '../vault/texts.js';

const { escapeHtml } = new MarkdownIt().utils;
const maxLength = limits.content.max;
const fill = (piece: string) => piece.repeat(Math.ceil(maxLength / piece.length)).slice(0, maxLength);

const buildTable = (columns: number, rows: number) =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|\n'.repeat(rows)}`;

const harmfulTexts: Record<string, string> = {
  'thirteen tables of 181 columns': Array.from({ length: 13 }, () => buildTable(181, 361))
    .join('\n')
    .slice(0, 19_000),
  'one table of 2,000 columns': buildTable(2_000, 32),
  'links that share one long address': `[a]: http://a/${'x'.repeat(9_000)}\n\n${'[a]'.repeat(3_600)}`,
  'links that share one long title': `[a]: http://a "${'&'.repeat(9_000)}"\n\n${'[a]'.repeat(3_600)}`,
  'pictures that share one long address': `[a]: http://a/${'x'.repeat(9_000)}\n\n${'![][a]'.repeat(1_800)}`,
  'a few pictures that share one address': `[a]: /${'x'.repeat(250)}\n\n${'b'.repeat(600)}\n\n${'![][a]'.repeat(140)}`,
  'quotations within quotations': fill(`${'>'.repeat(18)}a\n\n`),
  'details within details': fill(':::details\n'),
  'spoilers within spoilers': fill(`${'>!'.repeat(31)}a\n\n`),
  'many lines below ninety-nine quotations': `${'>'.repeat(99)}a\n${'a\n'.repeat(9_900)}`,
};

const ordinaryTexts: Record<string, string> = {
  prose: fill('It was a **long** way to the [harbour](https://example.org/map), but we all came.\n\n'),
  'a list of links': fill('- https://example.org/a/b/c\n'),
  'a large table': buildTable(12, 2).replace('|\n|\n', '') + '|1|22|333|4|5|66|7|8|9|10|11|12|\n'.repeat(500),
  'a table with every column aligned': `|${'a|'.repeat(8)}\n|${':-:|'.repeat(8)}\n${'|1|2|3|4|5|6|7|8|\n'.repeat(100)}`,
  'a table with empty cells': `|${'a|'.repeat(12)}\n|${'-|'.repeat(12)}\n${'|x||||x||||||||\n'.repeat(20)}`,
  'lists within lists': Array.from({ length: 14 }, (_, depth) => `${'  '.repeat(depth)}- item\n`).join(''),
  'quotations within a quotation': '> > > > > > > > a\n\n'.repeat(100),
  code: `\`\`\`\n${fill('if (a < b && c > "d") return;\n').slice(0, -10)}\n\`\`\``,
  'quotation marks': fill('"'),
  spoilers: fill('It was ||the harbour, which nobody had expected|| all along.\n\n'),
  'a spoiler of many lines': fill('>! The harbour had been there all along.\n'),
  'details with code': fill(':::details Log\n```java\nat com.example.Main.main(Main.java:1)\n```\n:::\n\n'),
  'a long list of tasks': fill('- [x] Build the harbour\n'),
};

test.each(Object.entries(harmfulTexts))('shows %s as plain text and rejects new posts like it', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(maxLength + 200);
  expect(renderMarkdown(text)).toBe(`<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>\n`);
  expect(toPlainText(text).length).toBeLessThanOrEqual(text.length);
  expect(createPlainPreview(text, 170).length).toBeLessThanOrEqual(173);
  expect(findAddressed(text, () => 1)).toEqual({ content: text, mentions: [], quotes: [] });
  const refusal = getRefusal(text);
  expect([refusal?.code, refusal?.status, refusal?.field]).toEqual(['content-markup', 400, 'content']);
});

test.each(Object.entries(ordinaryTexts))('renders %s without exceeding the budget', (_, text) => {
  expect(getRefusal(text)).toBe(null);
  expect(renderMarkdown(text).length).toBeLessThanOrEqual(computeMaxHtmlLength(text.length));
});

test.each(Object.entries(harmfulTexts))('rendering stops while parsing %s instead of afterwards', (_, text) => {
  const renderer = new MarkdownIt({ linkify: true, breaks: true });
  let tokens = 0;
  renderer.block.State = class extends renderer.block.State {
    override push(...given: Parameters<StateBlock['push']>): Token {
      tokens++;
      return super.push(...given);
    }
  };
  renderer.use(addSpoilers).use(addBlocks).use(enforceBudget);
  expect(() => renderer.render(text, createEnv(text))).toThrow(MarkupLimitExceeded);
  expect(tokens).toBeLessThanOrEqual(computeMaxTokens(text.length));
});

test('rendering stays within its budget for any content', () => {
  const signs = [
    ...'|-\n> *_`[]()!<&"#:~\t\\x',
    '[a]: /',
    '1.',
    '@abc',
    'http://a.b',
    '||',
    '>!',
    ':::details',
    '- [ ] ',
  ];
  const jumbledText = fc.array(fc.constantFrom(...signs), { maxLength: 40 }).map((pieces) => pieces.join(''));
  const repeatedText = fc.tuple(jumbledText, fc.nat(200)).map(([piece, times]) => piece.repeat(times));
  const tables = fc.tuple(fc.nat(400), fc.nat(60)).map(([columns, rows]) => buildTable(columns, rows));
  const references = fc
    .tuple(fc.nat(3_000), fc.nat(400), fc.constantFrom('[a]', '![][a]', '[a] '))
    .map(([length, uses, use]) => `[a]: /${'x'.repeat(length)}\n\n${use.repeat(uses)}`);
  const quotations = fc
    .tuple(fc.nat(40), fc.nat(200))
    .map(([depth, lines]) => `${'>'.repeat(depth)}a\n\n`.repeat(lines));
  const markdown = fc
    .array(fc.oneof(jumbledText, repeatedText, tables, references, quotations), { maxLength: 4 })
    .map((parts) => parts.join('\n\n').slice(0, maxLength));
  fc.assert(
    fc.property(markdown, (text) => {
      expect(renderMarkdown(text).length).toBeLessThanOrEqual(computeMaxHtmlLength(text.length));
      expect(countTokens(parseMarkdown(text))).toBeLessThanOrEqual(computeMaxTokens(text.length));
      expect(toPlainText(text).length).toBeLessThanOrEqual(computeMaxHtmlLength(text.length));
    }),
    { numRuns: 150 },
  );
});

test('counts the tokens of plain links', () => {
  expect(parseMarkdown(`${'-http://a.b'.repeat(18)}\n\n${buildTable(100, 8)}`)).toEqual([]);
});

function getRefusal(text: string): Refusal | null {
  try {
    requireRenderableMarkup(text, 'content');
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

test('accepts ordinary posts without rendering them', () => {
  const render = vi.spyOn(MarkdownIt.prototype, 'render');
  requireRenderableMarkup(
    'What a **view** from the pier!\nWhere is it, @Anna? https://example.org/map - soon.',
    'content',
  );
  expect(render).not.toHaveBeenCalled();
  requireRenderableMarkup('[What a view](https://example.org)', 'content');
  expect(render).toHaveBeenCalledOnce();
});

test.each(['a|b', '[a]', '> a', ' - a', '*\ta', '+', 'a\n1. b', ' :::details'])(
  'does not treat %j as an ordinary post',
  (text) => {
    expect(isOrdinary(text)).toBe(false);
  },
);

test('every post considered ordinary renders within the budget', () => {
  const signs = [
    ...'-\n>*_`]()!<&"#:~=\t\\x',
    '@abc ',
    'http://a.b ',
    'a.co ',
    'é.com/你&" ',
    '\n\n',
    '#\n',
    '```\n',
    '```js\n',
    ':::',
  ];
  const piece = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
  const renderer = new MarkdownIt({ linkify: true, breaks: true })
    .use(addMentions)
    .use(addSpoilers)
    .use(addBlocks)
    .use(enforceBudget);
  fc.assert(
    fc.property(piece.map((text) => fill(text).slice(0, 4_000)).filter(isOrdinary), (text) => {
      expect(() => renderer.render(text, createEnv(text))).not.toThrow();
    }),
    { numRuns: 50 },
  );
});
