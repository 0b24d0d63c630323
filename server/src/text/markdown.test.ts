import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './markdown.js';
import { createPlainPreview } from '../vault/texts.js';

describe('rendering Markdown as HTML', () => {
  test('renders headings, lists, tables, code, quotes and line breaks', () => {
    expect(renderMarkdown('# Rules\n- **be** kind\n')).toBe(
      '<h3>Rules</h3>\n<ul>\n<li><strong>be</strong> kind</li>\n</ul>\n',
    );
    expect(renderMarkdown('one\ntwo')).toBe('<p>one<br>\ntwo</p>\n');
    expect(renderMarkdown('> quoted')).toContain('<blockquote>');
    expect(renderMarkdown('|a|\n|-|\n|b|')).toContain('<td>b</td>');
    expect(renderMarkdown('|a|b|\n|-|:-:|\n|c|d|')).toMatch(/<td>c<\/td>\n<td data-align="center">d<\/td>/);
    expect(renderMarkdown('```js\nif (a < b) {}\n```')).toBe(
      '<div class="code-block" data-language="JavaScript"><pre><code class="language-javascript">if (a &lt; b) {}\n</code></pre></div>\n',
    );
  });

  test('renders headings at levels below those of the page and the post', () => {
    const listLevels = (text: string) => [...renderMarkdown(text).matchAll(/<(h\d)>(.*)<\/\1>/g)].map(([, tag]) => tag);
    expect(listLevels('# one\n\n## two\n\n### three\n\n#### four\n\n##### five\n\n###### six')).toEqual([
      'h3',
      'h4',
      'h5',
      'h6',
      'h6',
      'h6',
    ]);
    expect(listLevels('Title\n=====\n\nPart\n----')).toEqual(['h3', 'h4']);
  });

  test('renders links with nofollow', () => {
    const link = '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow ugc noopener">';
    expect(renderMarkdown('[here](https://example.org/?a=1&b=2)')).toBe(`<p>${link}here</a></p>\n`);
    expect(renderMarkdown('see https://example.org/?a=1&b=2')).toContain(`${link}https://example.org/?a=1&amp;b=2</a>`);
    expect(renderMarkdown('<https://example.org/?a=1&b=2>')).toContain(link);
    expect(
      renderMarkdown('[rules](/rules) [top](#top) [us](mailto:us@example.org)').match(/rel="nofollow ugc noopener"/g),
    ).toHaveLength(3);
  });

  test('renders pictures as links, so their host does not learn who reads the post', () => {
    const html = renderMarkdown('![a *castle*](https://example.org/castle.png "Built by Alex")');
    expect(html).toBe('<p><a href="https://example.org/castle.png" rel="nofollow ugc noopener">a castle</a></p>\n');
    expect(renderMarkdown('![](https://example.org/x.png)')).toContain('>https://example.org/x.png</a>');
  });

  test('renders a picture inside a link as text', () => {
    const html = renderMarkdown('[![castle](https://example.org/x.png) here](https://example.org)');
    expect(html).toBe('<p><a href="https://example.org" rel="nofollow ugc noopener">castle here</a></p>\n');
  });
});

describe('making Markdown safe', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A;&#x61;vascript:alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](data:image/svg+xml;base64,PHN2Zz4=)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x" onerror="alert(1)](https://example.org/"onerror="alert(1))',
    '[x](https://example.org/"onmouseover="alert(1))',
    '[x](https://example.org "title\\" onmouseover=\\"alert(1)")',
    '[x]: javascript:alert(1)\n\n[x]',
    '``` "><script>alert(1)</script>\ncode\n```',
    '```x" onclick="alert(1)\ncode\n```',
    '```java" onclick="alert(1)\ncode\n```',
    '```java onclick="alert(1)\ncode\n```',
    '- [x] <img src=x onerror=alert(1)>',
    'https://example.org/"><script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '|<script>|\n|-|\n|<img src=x onerror=alert(1)>|',
  ])('renders %s without any script', (attack) => {
    const html = renderMarkdown(attack);
    expect(listTags(html).filter((tag) => !harmlessText.test(tag))).toEqual([]);
  });
});

describe('plain text preview', () => {
  test('a preview is the content without markup on a single line', () => {
    const text =
      '# Rules\n\n- **be** _kind_\n- use `code`\n\n[site](https://example.org) ![castle](https://example.org/x.png)\nend &amp; <b>';
    expect(createPlainPreview(text, 170)).toBe('Rules be kind use code site castle end & <b>');
    expect(createPlainPreview('```js\nlet a;\n```\n> q', 170)).toBe('let a; q');
    expect(createPlainPreview('', 170)).toBe('');
  });

  test('a preview is truncated with an ellipsis only if the content is longer', () => {
    expect(createPlainPreview('a'.repeat(170), 170)).toBe('a'.repeat(170));
    expect(createPlainPreview('a'.repeat(171), 170)).toBe(`${'a'.repeat(170)}...`);
    expect(createPlainPreview('**ab**cd', 3)).toBe('abc...');
  });

  test('a preview never ends in half a character', () => {
    expect(createPlainPreview(`${'a'.repeat(9)}🏰🏰`, 10)).toBe(`${'a'.repeat(9)}...`);
    expect(createPlainPreview(`${'a'.repeat(8)}🏰🏰`, 10)).toBe(`${'a'.repeat(8)}🏰...`);
    expect(createPlainPreview('**the** 👨‍👩‍👧‍👦', 10)).toBe('the ...');
    expect(createPlainPreview('_cafe\u0301s_', 4)).toBe('caf...');
  });

  test('a preview finds words after a lot of markup', () => {
    const picture = `![](https://example.org/${'x'.repeat(3_000)}.png)`;
    expect(createPlainPreview(`[words](https://example.org/${'x'.repeat(3_000)}) follow`, 20)).toBe('words follow');
    expect(createPlainPreview(`${picture} words`, 10)).toBe('https://ex...');
    expect(createPlainPreview(`${'\n'.repeat(3_000)}late words`, 170)).toBe('late words');
  });
});

const harmlessText =
  /^<\/?(p|br|strong|em|code|pre|table|thead|tbody|tr|th|td|a|h[1-6]|ul|li|div|input)( class="(code-block|task|language-java)"| (type="checkbox"|aria-label="Done"|checked=""|disabled="")| data-language="Java"| href="(https?:\/\/|mailto:|[/#])[^"<>]*"| rel="nofollow ugc noopener"| title="[^"<>]*")*>$/;

function listTags(html: string): string[] {
  return html.match(/<[^>]*>?/g) ?? [];
}
