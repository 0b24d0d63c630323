import { expect, test } from 'vitest';
import { toMarkdown } from './selected-markdown.js';

function quoteAll(html: string): string {
  const text = document.createElement('div');
  text.innerHTML = html;
  const range = document.createRange();
  range.selectNodeContents(text);
  return toMarkdown(range, text);
}

test.each([
  ['<p>A <span class="spoiler shown" tabindex="-1"><span>secret</span></span></p>', 'A ||secret||'],
  ['<div class="spoiler shown" tabindex="-1"><div><p>One</p><p>Two</p></div></div>', '>! One\n>! \n>! Two'],
  ['<p><span class="spoiler"><button>Press</button><span>secret</span></span></p>', '||secret||'],
])('quotes a spoiler as a spoiler, even after it was opened: %s', (html, markdown) => {
  expect(quoteAll(html)).toBe(markdown);
});

test('quotes a spoiler in a link without its label', () => {
  const label = '<span class="visually-hidden">Spoiler, press to show</span>';
  const html = `<p><a href="/forums">See <span class="spoiler">${label}<span>secret</span></span></a></p>`;
  expect(quoteAll(html)).toBe('[See ||secret||](/forums)');
});
