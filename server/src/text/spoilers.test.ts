import { expect, test } from 'vitest';
import { findAddressed } from './addressed.js';
import { toPlainText, renderMarkdown } from './markdown.js';
import { replaceHtmlSpoilers } from './spoilers.js';

const secret = 'Zanzibar';
const button = '<button type="button">Spoiler, press to show</button>';
const buildInlineSpoiler = (html: string) => `<span class="spoiler" tabindex="-1">${button}<span>${html}</span></span>`;
const block = (html: string) => `<div class="spoiler" tabindex="-1">${button}<div>${html}</div></div>\n`;

test.each([
  ['a ||b *c* d|| e', `<p>a ${buildInlineSpoiler('b <em>c</em> d')} e</p>\n`],
  ['|| b ||', `<p>${buildInlineSpoiler(' b ')}</p>\n`],
  ['||a\nb||', `<p>${buildInlineSpoiler('a<br>\nb')}</p>\n`],
  ['# a ||b||', `<h3>a ${buildInlineSpoiler('b')}</h3>\n`],
  ['||||a||||', `<p>||${buildInlineSpoiler('a')}||</p>\n`],
  ['*a ||b* c||', `<p>*a ${buildInlineSpoiler('b* c')}</p>\n`],
  ['||`x||y`||', `<p>${buildInlineSpoiler('<code>x||y</code>')}</p>\n`],
  ['|| || x||', `<p>|| ${buildInlineSpoiler(' x')}</p>\n`],
])('covers an inline spoiler: %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

test.each(['a || b', '||||', '|| ||', '\\||a||', '`||a||`', '||a\n\nb||'])('renders %j as ordinary text', (text) => {
  expect(renderMarkdown(text)).not.toContain('spoiler');
});

test('an address ends before the bars of a spoiler', () => {
  const link = (href: string, text: string) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`;
  expect(renderMarkdown('||https://a.b/c|| d')).toBe(
    `<p>${buildInlineSpoiler(link('https://a.b/c', 'https://a.b/c'))} d</p>\n`,
  );
  expect(renderMarkdown('||www.a.bc||')).toBe(`<p>${buildInlineSpoiler(link('http://www.a.bc', 'www.a.bc'))}</p>\n`);
  expect(renderMarkdown('www.a.bc and ||b||')).toBe(
    `<p>${link('http://www.a.bc', 'www.a.bc')} and ${buildInlineSpoiler('b')}</p>\n`,
  );
});

test('a spoiler within a link has no button, because a link cannot contain one', () => {
  expect(renderMarkdown('[a ||b||](/c)')).toContain(
    '>a <span class="spoiler" tabindex="-1"><span class="visually-hidden">Spoiler, press to show</span><span>b</span>',
  );
});

test.each([
  ['>! a\n>! b', block('<p>a<br>\nb</p>\n')],
  ['>!a', block('<p>a</p>\n')],
  ['>! a\n>!\n>! - b', block('<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n')],
  ['>!     a', block('<div class="code-block"><pre><code>a\n</code></pre></div>\n')],
  ['a\n>! b\nc', `<p>a</p>\n${block('<p>b</p>\n')}<p>c</p>\n`],
  ['> a\n>! b', `<blockquote>\n<p>a</p>\n</blockquote>\n${block('<p>b</p>\n')}`],
  ['> a\nlazy\n>! b', `<blockquote>\n<p>a<br>\nlazy</p>\n</blockquote>\n${block('<p>b</p>\n')}`],
  ['> >! b\n> c', `<blockquote>\n${block('<p>b</p>\n')}<p>c</p>\n</blockquote>\n`],
  ['- > a\n>! b', `<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n</ul>\n${block('<p>b</p>\n')}`],
  ['- a\n  >! b\n  >! c\n- d', `<ul>\n<li>a${block('<p>b<br>\nc</p>\n')}</li>\n<li>d</li>\n</ul>\n`],
  ['>! >! a', block(block('<p>a</p>\n'))],
  ['>! ||a||', block(`<p>${buildInlineSpoiler('a')}</p>\n`)],
])('covers a spoiler of whole lines: %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

test.each([
  ['a ||Zanzibar|| b', 'a [spoiler] b'],
  ['**a ||Zanzibar||** b', 'a [spoiler] b'],
  ['||Zanz||ibar', '[spoiler]ibar'],
  ['[||Zanzibar||](/a)', '[spoiler]'],
  ['![||Zanzibar||](/a)', '[spoiler]'],
  ['||![Zanzibar](/a) @Anna||', '[spoiler]'],
  ['a\n>! Zanzibar\n>!\n>! ```\n>! Zanzibar\n>! ```\n\nb', 'a [spoiler] b'],
  ['> a\n>! Zanzibar', 'a [spoiler]'],
  ['> >! Zanzibar\n\nb', '[spoiler] b'],
  ['- a\n  >! Zanzibar ||Zanzibar||', 'a [spoiler]'],
  ['|a|\n|-|\n|\\|\\|Zanzibar\\|\\||', 'a [spoiler]'],
  [':::details a\n||Zanzibar||\n:::', 'a [spoiler]'],
])('hides the spoiler in plain text and in HTML without spoilers: %j', (text, plain) => {
  expect(toPlainText(text)).toBe(plain);
  expect(replaceHtmlSpoilers(renderMarkdown(text))).not.toMatch(new RegExp(`${secret}|class="spoiler"`));
});

test('removes only spoilers from HTML, and everything after an incomplete one', () => {
  const html = renderMarkdown('a ||Zanzibar|| **b**\n\n>! Zanzibar\n\n```\nc\n```');
  const without =
    '<p>a [spoiler] <strong>b</strong></p>\n<p>[spoiler]</p>\n<div class="code-block"><pre><code>c\n</code></pre></div>\n';
  expect(replaceHtmlSpoilers(html)).toBe(without);
  for (let end = html.indexOf(secret); end < html.length; end++) {
    expect(replaceHtmlSpoilers(html.slice(0, end))).not.toContain('Zanz');
  }
});

test('recognises a mention within a spoiler', () => {
  expect(findAddressed('||@anna|| and\n>! @bram', (name) => (name === 'anna' ? 1 : 2)).mentions).toEqual([1, 2]);
});
