import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Marked } from './search-result.js';

test.each([
  ['The <mark>old</mark> <mark>harbour</mark>', 'The <mark>old</mark> <mark>harbour</mark>'],
  ['&lt;b&gt; &amp;amp; &quot;<mark>a&lt;b</mark>&quot;', '&lt;b&gt; &amp;amp; &quot;<mark>a&lt;b</mark>&quot;'],
  ['<img src=x>', '&lt;img src=x&gt;'],
])('decodes the entities of %s once and interprets no markup except highlights', (html, expected) => {
  expect(renderToStaticMarkup(<Marked html={html} />)).toBe(expected);
});
