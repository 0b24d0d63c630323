import { expect, test } from 'vitest';
import { codeLanguages } from './blocks.js';
import { toPlainText, renderMarkdown } from './markdown.js';

const buildDetails = (title: string, html: string) =>
  `<details class="details"><summary dir="auto">${title}</summary>\n${html}</details>\n`;
const buildCheckbox = (checked = '') => `<input type="checkbox" aria-label="Done"${checked} disabled="">`;
const checked = ' checked=""';

test.each([
  [
    ':::details The *log* <b>\na **b**\n:::\nc',
    `${buildDetails('The *log* &lt;b&gt;', '<p>a <strong>b</strong></p>\n')}<p>c</p>\n`,
  ],
  ['::: details\na', buildDetails('Details', '<p>a</p>\n')],
  ['::::details a\n:::details b\nc\n:::\n::::', buildDetails('a', buildDetails('b', '<p>c</p>\n'))],
  [':::other\na\n:::', '<p>:::other<br>\na<br>\n:::</p>\n'],
])('renders details with a title in plain text: %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

test('plain text contains the title and content of details', () => {
  expect(toPlainText(':::details The log\na\n:::\nb')).toBe('The log a b');
});

test.each([
  [
    '- [ ] a\n- [x] b',
    `<ul>\n<li class="task">${buildCheckbox()} a</li>\n<li class="task">${buildCheckbox(checked)} b</li>\n</ul>\n`,
  ],
  ['1. [X] *a*', `<ol>\n<li class="task">${buildCheckbox(checked)} <em>a</em></li>\n</ol>\n`],
  ['- [x]a\n- a [x] b', '<ul>\n<li>[x]a</li>\n<li>a [x] b</li>\n</ul>\n'],
  ['[x] a', '<p>[x] a</p>\n'],
])('renders tasks as checkboxes that cannot be changed: %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

test('code names its language only if it is known, by any of its names', () => {
  const renderTags = (text: string) => renderMarkdown(text).split('</code>')[0];
  expect(renderTags('```TS title\na\n```')).toBe(
    '<div class="code-block" data-language="TypeScript"><pre><code class="language-typescript">a\n',
  );
  expect(renderTags('```brainfuck\na\n```')).toBe('<div class="code-block"><pre><code>a\n');
  expect(renderTags('~~~"><script>\na\n~~~')).toBe('<div class="code-block"><pre><code>a\n');
  expect(renderTags('    a')).toBe('<div class="code-block"><pre><code>a\n');
});

test('no two code languages share a name', () => {
  const languageNames = codeLanguages.flatMap(({ names }) => names);
  expect(new Set(languageNames).size).toBe(languageNames.length);
});
