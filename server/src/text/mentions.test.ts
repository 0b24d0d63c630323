import { describe, expect, test } from 'vitest';
import { findAddressed } from './addressed.js';
import { toPlainText, renderMarkdown } from './markdown.js';
import { formatReference, withNames } from './mentions.js';
import { withoutMarks } from './marks.js';

const members = new Map([
  ['calla', 1],
  ['bram_2', 2],
  ['__x__', 3],
]);
const names = new Map([
  [1, 'Calla'],
  [2, 'Bram_2'],
  [3, '__x__'],
]);
const withReferences = (text: string) => findAddressed(text, (name) => members.get(name.toLowerCase()) ?? null);
const getName = (id: number) => names.get(id) ?? null;
const render = (text: string) => renderMarkdown(withReferences(text).content, getName);
const calla = '<a href="/profile/Calla">@Calla</a>';

describe('mentions', () => {
  test.each([
    ['@Calla', `<p>${calla}</p>\n`],
    ['Hello @calla, and (@BRAM_2)!', `<p>Hello ${calla}, and (<a href="/profile/Bram_2">@Bram_2</a>)!</p>\n`],
    ["@Calla's", `<p>${calla}'s</p>\n`],
    ['**@Calla**', `<p><strong>${calla}</strong></p>\n`],
    ['_@Calla_', `<p><em>${calla}</em></p>\n`],
    ['__@Calla__', `<p><strong>${calla}</strong></p>\n`],
    ['~~@Calla~~', `<p><s>${calla}</s></p>\n`],
    ['@__x__', '<p><a href="/profile/__x__">@__x__</a></p>\n'],
    ['> @Calla wrote:', `<blockquote>\n<p>${calla} wrote:</p>\n</blockquote>\n`],
    ['- @Calla', `<ul>\n<li>${calla}</li>\n</ul>\n`],
    ['# @Calla', `<h3>${calla}</h3>\n`],
    ['谢谢@Calla帮忙', `<p>谢谢${calla}帮忙</p>\n`],
    ['谢谢＠Calla帮忙', `<p>谢谢${calla}帮忙</p>\n`],
    ['谢谢**@Calla**帮忙', `<p>谢谢<strong>${calla}</strong>帮忙</p>\n`],
    ['谢谢_@Calla_。', `<p>谢谢_${calla}_。</p>\n`],
    ['（@Calla）', `<p>（${calla}）</p>\n`],
    ['«@Calla»', `<p>«${calla}»</p>\n`],
    ['@Calla。', `<p>${calla}。</p>\n`],
    ['@Callaさん', `<p>${calla}さん</p>\n`],
    ['ขอบคุณ@Callaครับ', `<p>ขอบคุณ${calla}ครับ</p>\n`],
    ['שלום \u200f@Calla\u200f', `<p dir="rtl">שלום \u200f${calla}\u200f</p>\n`],
    ['\u2068@Calla\u2069!', `<p>\u2068${calla}\u2069!</p>\n`],
    ['🏰@Calla.', `<p>🏰${calla}.</p>\n`],
    ['`x`@Calla', `<p><code>x</code>${calla}</p>\n`],
    ['\\\\ @Calla', `<p>\\ ${calla}</p>\n`],
    ['@Calla/@Bram_2', `<p>${calla}/<a href="/profile/Bram_2">@Bram_2</a></p>\n`],
    ['@Calla@Bram_2', `<p>${calla}@Bram_2</p>\n`],
  ])("a mention links to the member's profile with their current name: %s", (text, html) => {
    expect(render(text)).toBe(html);
  });

  test.each([
    '`@Calla`',
    '``a ` @Calla``',
    '```\n@Calla\n```',
    '~~~\n@Calla\n~~~',
    '    @Calla',
    '> ```\n> @Calla\n> ```',
    '\\@Calla',
    '\\\\\\@Calla',
    '&#64;Calla',
    'x@Calla',
    'é@Calla',
    'привет@Calla',
    '안녕@Calla',
    'example/@Calla',
    '/home/@Calla',
    '@CallaCallaCalla_1',
    '@Nobody and @ab and @',
  ])('does not recognise a mention in code or a path, or after a backslash or letter: %s', (text) => {
    expect(withReferences(text)).toEqual({ content: text, mentions: [], quotes: [] });
    expect(render(text)).not.toContain('<a');
  });

  test.each([
    ['[ask @Calla](https://example.org)', 'https://example.org'],
    ['https://example.org/@Calla', 'https://example.org/@Calla'],
    ['https://example.org/?a=1,@Calla', 'https://example.org/?a=1,@Calla'],
    ['<https://example.org/@Calla>', 'https://example.org/@Calla'],
    ['write to someone@Calla.org', 'mailto:someone@Calla.org'],
    ['write to some_@Calla.org', 'mailto:some_@Calla.org'],
    ['![@Calla](https://example.org/a.png)', 'https://example.org/a.png'],
    ['[a](https://example.org "@Calla")', 'https://example.org'],
    ['[a]\n\n[a]: https://example.org/@Calla', 'https://example.org/@Calla'],
  ])('does not recognise a mention within a link: %s', (text, address) => {
    const html = render(text);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain(`<a href="${address}"`);
    expect(withReferences(text).content).toBe(text);
  });

  test('a mention cannot be forged', () => {
    expect(render('<mention>1</mention> &lt;mention&gt;1&lt;/mention&gt;')).not.toContain('<a');
    expect(render('[x](/a "<mention>1</mention>")')).not.toContain('profile');
    expect(withoutMarks(`a ${formatReference(1)}`)).toBe('a @1');
  });

  test("a mention follows a renamed or erased member rather than the name's next owner", () => {
    const { content } = withReferences('Ask @Calla, `@Calla`');
    const createNameOf = () => 'Orla';
    expect(withNames(content, createNameOf)).toBe('Ask @Orla, `@Calla`');
    expect(renderMarkdown(content, createNameOf)).toBe(
      '<p>Ask <a href="/profile/Orla">@Orla</a>, <code>@Calla</code></p>\n',
    );
    expect(withNames(content, () => null)).toBe('Ask @[deleted], `@Calla`');
    expect(renderMarkdown(content, () => null)).toBe('<p>Ask @[deleted], <code>@Calla</code></p>\n');
  });

  test('a mention stays the same when other parts of the post are edited', () => {
    const { content } = withReferences('_@Calla_ > @Bram_2 **@calla**');
    expect(withReferences(withNames(content, getName)).content).toBe(content);
  });

  test('leaves a mention of an unused name unchanged', () => {
    expect(render('@Nobody and @ab and @')).toBe('<p>@Nobody and @ab and @</p>\n');
  });

  test('shows a mention as an ordinary word in a preview', () => {
    expect(toPlainText(withNames(withReferences('Hello **@Calla**, [@Bram_2](/x)').content, getName))).toBe(
      'Hello @Calla, @Bram_2',
    );
  });
});
