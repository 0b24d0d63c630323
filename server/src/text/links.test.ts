import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './markdown.js';

/** Omits paragraphs. Writes links as `⟨address⟩`, or as `⟨label|address⟩` if the two differ. */
const renderLinks = (text: string): string =>
  renderMarkdown(text)
    .replaceAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, (_, href: string, label: string) =>
      decodeURI(href) === label ? `⟨${label}⟩` : `⟨${label}|${href}⟩`,
    )
    .replaceAll(/<\/?p( dir="rtl")?>|\n$/g, '')
    .trim();

describe('linking addresses without a scheme', () => {
  test.each([
    ['www.example.org', '⟨www.example.org⟩'],
    ['www.example.org/foo_bar', '⟨www.example.org/foo_bar⟩'],
    ['see WWW.Example.org/a_b_c.', 'see ⟨WWW.Example.org/a_b_c⟩.'],
    ['www.example.org/_a_/*b*/~~c~~/d', '⟨www.example.org/_a_/*b*/~~c~~/d⟩'],
    ['www.my_server.example.org/x', '⟨www.my_server.example.org/x⟩'],
    ['Siehe:www.example.org', 'Siehe:⟨www.example.org⟩'],
    ['看www.example.org/foo_bar，请看', '看⟨www.example.org/foo_bar⟩，请看'],
    ['请看www.example.org请看', '请看⟨www.example.org⟩请看'],
    ['(www.example.org/a_(b))', '(⟨www.example.org/a_(b)⟩)'],
    ['www.例え.jp/foo_bar', '⟨www.例え.jp/foo_bar⟩'],
    ['**www.example.org/a_b**', '<strong>⟨www.example.org/a_b⟩</strong>'],
    ['_www.example.org/a_b_', '<em>⟨www.example.org/a_b⟩</em>'],
    ['www.example.org/Steve_', '⟨www.example.org/Steve_⟩'],
    ['_see www.example.org/Steve__', '<em>see ⟨www.example.org/Steve_⟩</em>'],
    ['> www.example.org:8080/?a=1&b=2', '<blockquote>\n⟨www.example.org:8080/?a=1&amp;b=2⟩\n</blockquote>'],
    ['www.example.org www.example.com', '⟨www.example.org⟩ ⟨www.example.com⟩'],
  ])('links the address in %s', (text, html) => {
    expect(renderLinks(text).replaceAll(/\|http:\/\/www\.[^⟩]*/gi, '')).toBe(html);
  });

  test('an address without a scheme becomes a link with http', () => {
    expect(renderMarkdown('www.example.org/foo_bar')).toContain('href="http://www.example.org/foo_bar"');
  });
});

describe('finding the end of an address with a scheme', () => {
  test.each([
    ['https://example.org/foo_bar', '⟨https://example.org/foo_bar⟩'],
    ['https://my_site.example.org/_a_/b__c', '⟨https://my_site.example.org/_a_/b__c⟩'],
    ['_https://example.org/a_b_', '<em>⟨https://example.org/a_b⟩</em>'],
    ['_https://example.org_', '<em>⟨https://example.org⟩</em>'],
    ['__https://example.org__ and', '<strong>⟨https://example.org⟩</strong> and'],
    ['看https://example.org/foo请看', '看⟨https://example.org/foo⟩请看'],
    ['看https://example.org请看', '看⟨https://example.org⟩请看'],
    ['https://example.org:8080請看', '⟨https://example.org:8080⟩請看'],
    ['https://example.org/a?b=1を見て', '⟨https://example.org/a?b=1⟩を見て'],
    ['https://example.org/a에서', '⟨https://example.org/a⟩에서'],
    ['https://example.org/aดูนี่', '⟨https://example.org/a⟩ดูนี่'],
    ['https://example.org/路径。下一句', '⟨https://example.org/路径⟩。下一句'],
    ['https://ja.wikipedia.org/wiki/日本_(曖昧)', '⟨https://ja.wikipedia.org/wiki/日本_(曖昧)⟩'],
    ['https://ja.wikipedia.org/wiki/C言語/history', '⟨https://ja.wikipedia.org/wiki/C言語/history⟩'],
    ['https://example.org/?q=红石', '⟨https://example.org/?q=红石⟩'],
    ['https://例え.jp/foo_bar', '⟨https://例え.jp/foo_bar|https://xn--r8jz45g.jp/foo_bar⟩'],
    ['https://a例え.jp/x', '⟨https://a例え.jp/x|https://xn--a-97t231j.jp/x⟩'],
    [
      'https://пример.рф/путь_а.',
      '⟨https://пример.рф/путь_а|https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C_%D0%B0⟩.',
    ],
    ['https://example.org/مسار_أ؟', '⟨https://example.org/مسار_أ⟩؟'],
    ['https://example.org/a، ثم', '⟨https://example.org/a⟩، ثم'],
    ['https://example.org/a।', '⟨https://example.org/a⟩।'],
    ['https://example.org/a。', '⟨https://example.org/a⟩。'],
    ['https://example.org/a…', '⟨https://example.org/a⟩…'],
    ['https://example.org/a...', '⟨https://example.org/a⟩...'],
    ['https://example.org/a?!', '⟨https://example.org/a⟩?!'],
    ['（https://example.org/a_b）', '（⟨https://example.org/a_b⟩）'],
    ['「https://example.org/a」と', '「⟨https://example.org/a⟩」と'],
    ['«https://example.org/a»', '«⟨https://example.org/a⟩»'],
    ['(https://example.org/a_(b)_c)', '(⟨https://example.org/a_(b)_c⟩)'],
    ['**https://example.org/a**', '<strong>⟨https://example.org/a⟩</strong>'],
    ['https://namemc.com/profile/Steve_', '⟨https://namemc.com/profile/Steve_⟩'],
    ['see https://namemc.com/profile/_Steve__, please', 'see ⟨https://namemc.com/profile/_Steve__⟩, please'],
    ['_see https://example.org/a_', '<em>see ⟨https://example.org/a⟩</em>'],
    ['_https://namemc.com/profile/Steve__', '<em>⟨https://namemc.com/profile/Steve_⟩</em>'],
    ['_a_ https://namemc.com/profile/Steve_', '<em>a</em> ⟨https://namemc.com/profile/Steve_⟩'],
    ['snake_case https://namemc.com/profile/Steve_', 'snake_case ⟨https://namemc.com/profile/Steve_⟩'],
    ['Steve_ says _look: https://example.org/a_', 'Steve_ says <em>look: ⟨https://example.org/a⟩</em>'],
    ['**https://namemc.com/profile/Steve_**', '<strong>⟨https://namemc.com/profile/Steve_⟩</strong>'],
    ['_https://example.org/a._', '<em>⟨https://example.org/a⟩.</em>'],
    ['HTTPS://example.org xhttps://example.org', '⟨HTTPS://example.org⟩ xhttps://example.org'],
    ['mail@example.org', '⟨mail@example.org|mailto:mail@example.org⟩'],
  ])('finds the end of the address in %s', (text, html) => {
    expect(renderLinks(text)).toBe(html);
  });
});

describe('addresses that are not linked', () => {
  test.each([
    ['`www.example.org/foo_bar`', '<code>www.example.org/foo_bar</code>'],
    ['```\nwww.example.org\n```', '<div class="code-block"><pre><code>www.example.org\n</code></pre></div>'],
    ['    www.example.org', '<div class="code-block"><pre><code>www.example.org\n</code></pre></div>'],
    ['awww.example.org a_www.example.org', 'awww.example.org a_www.example.org'],
    ['www. www.. www', 'www. www.. www'],
    ['/home/www.example.org', '/home/www.example.org'],
    ['server.js readme.md', 'server.js readme.md'],
    ['[www.example.org](/rules)', '⟨www.example.org|/rules⟩'],
    ['[see www.example.org here](https://example.com)', '⟨see www.example.org here|https://example.com⟩'],
    ['me@www.example.org', '⟨me@www.example.org|mailto:me@www.example.org⟩'],
  ])('does not link addresses within code, words, paths or other links: %s', (text, html) => {
    expect(renderLinks(text)).toBe(html);
  });
});

describe('emphasis next to Chinese, Japanese and Korean punctuation', () => {
  test.each([
    ['**重要：**请看', '<strong>重要：</strong>请看'],
    ['请**（注意）**看', '请<strong>（注意）</strong>看'],
    ['これは**「重要」**です', 'これは<strong>「重要」</strong>です'],
    ['*（斜体）*文', '<em>（斜体）</em>文'],
    ['~~（删）~~文', '<s>（删）</s>文'],
    ['**한국어(테스트)**를', '<strong>한국어(테스트)</strong>를'],
    ['**このアスタリスク。**この', '<strong>このアスタリスク。</strong>この'],
    ['**[規則](/rules)**を', '<strong>⟨規則|/rules⟩</strong>を'],
    ['**`代码`**和', '<strong><code>代码</code></strong>和'],
    ['2 ** 3 ** 4', '2 ** 3 ** 4'],
    ['snake_case_name', 'snake_case_name'],
  ])('renders emphasis correctly in %s', (text, html) => {
    expect(renderLinks(text)).toBe(html);
  });
});
