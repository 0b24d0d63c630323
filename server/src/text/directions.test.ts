import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.js';
import { formatReference } from './mentions.js';

const spoilerOpen = '<div class="spoiler" tabindex="-1"><button type="button">Spoiler, press to show</button><div>';

test.each([
  ['Hello', '<p>Hello</p>'],
  ['مرحبا world!', '<p dir="rtl">مرحبا world!</p>'],
  ['שלום', '<p dir="rtl">שלום</p>'],
  ['سلام دنیا', '<p dir="rtl">سلام دنیا</p>'],
  ['(123) «שלום»', '<p dir="rtl">(123) «שלום»</p>'],
  ['Hi שלום', '<p>Hi שלום</p>'],
  ['123 !?\n\nשלום', '<p>123 !?</p>\n<p dir="rtl">שלום</p>'],
  ['&nbsp;**שלום** hi', '<p dir="rtl">\u00a0<strong>שלום</strong> hi</p>'],
  ['# שלום\n\nHello', '<h3 dir="rtl">שלום</h3>\n<p>Hello</p>'],
  ['- שלום\n- hi', '<ul dir="rtl">\n<li>שלום</li>\n<li>hi</li>\n</ul>'],
  ['- hi\n- שלום', '<ul>\n<li>hi</li>\n<li>שלום</li>\n</ul>'],
  ['1. שלום\n\n2. hi', '<ol dir="rtl">\n<li>\n<p>שלום</p>\n</li>\n<li>\n<p dir="ltr">hi</p>\n</li>\n</ol>'],
  ['- שלום\n  - hi', '<ul dir="rtl">\n<li>שלום\n<ul dir="ltr">\n<li>hi</li>\n</ul>\n</li>\n</ul>'],
  ['> שלום\n>\n> hi', '<blockquote dir="rtl">\n<p>שלום</p>\n<p dir="ltr">hi</p>\n</blockquote>'],
  ['> hi\n>\n> שלום', '<blockquote>\n<p>hi</p>\n<p dir="rtl">שלום</p>\n</blockquote>'],
  ['שלום `a.b()`', '<p dir="rtl">שלום <code dir="ltr">a.b()</code></p>'],
  ['`שלום` hi', '<p><code>שלום</code> hi</p>'],
  [`${formatReference(5)} שלום`, '<p dir="rtl">@[deleted] שלום</p>'],
  ['@Mila', '<p>@Mila</p>'],
  ['[שלום](/rules)', '<p dir="rtl"><a href="/rules" dir="auto" rel="nofollow ugc noopener">שלום</a></p>'],
  [
    '> שלום\n> ```\n> a();\n> ```',
    '<blockquote dir="rtl">\n<p>שלום</p>\n<div class="code-block"><pre><code dir="ltr">a();\n</code></pre></div>\n</blockquote>',
  ],
  ['```\nשלום\n```', '<div class="code-block"><pre><code>שלום\n</code></pre></div>'],
  ['> hi\n>! שלום', `<blockquote>\n<p>hi</p>\n</blockquote>\n${spoilerOpen}<p dir="rtl">שלום</p>\n</div></div>`],
  [
    'שלום https://example.org/a/',
    '<p dir="rtl">שלום <a href="https://example.org/a/" dir="auto" rel="nofollow ugc noopener">https://example.org/a/</a></p>',
  ],
  [
    '|שם|a|\n|-|-|\n|b|ערך|',
    '<table>\n<thead>\n<tr>\n<th dir="rtl">שם</th>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n<td dir="rtl">ערך</td>\n</tr>\n</tbody>\n</table>',
  ],
])('sets the direction of each block by its first letter: %s', (text, html) => {
  expect(renderMarkdown(text).trim()).toBe(html);
});
