import { expect, test } from 'vitest';
import { markdownOfHtml } from './pasted-markdown.js';
import { linkSelection } from './use-paste.js';

test.each([
  ['<p>One <b>bold</b> and <i>italic</i></p><p>Two</p>', 'One **bold** and *italic*\n\nTwo'],
  ['<h1>Title</h1><h3>Part</h3>', '# Title\n\n### Part'],
  ['<ul><li><p>eggs</p></li><li>milk</li></ul>', '-   eggs\n-   milk'],
  ['<ol><li>one</li><li>two</li></ol>', '1.  one\n2.  two'],
  ['<a href="https://example.org/a">a page</a>', '[a page](https://example.org/a)'],
  ['<a href="javascript:alert(1)">click</a> <a href="/here">here</a>', 'click here'],
  ['<pre><code class="language-js">let a;</code></pre>', '```js\nlet a;\n```'],
  [
    '<table><tr><th>Name</th><th>Count</th></tr><tr><td>a|b</td><td>2</td></tr></table>',
    '| Name | Count |\n| --- | --- |\n| a\\|b | 2 |',
  ],
  ['<b style="font-weight:normal"><p>plain <span style="font-weight:700">strong</span></p></b>', 'plain **strong**'],
  ['<span style="font-style:italic">slanted</span>', '*slanted*'],
  ['<p>2 * 3 _and_ ||x||</p>', '2 * 3 \\_and\\_ \\||x\\||'],
  ['<img src="https://example.org/a.png" alt="A tower">', '[A tower](https://example.org/a.png)'],
  ['<img src="data:image/png;base64,AAAA" alt="A tower">', 'A tower'],
  ['<style>p { color: red }</style><script>alert(1)</script><p>text</p>', 'text'],
])('pasted HTML becomes Markdown: %s', (html, markdown) => {
  expect(markdownOfHtml(html)).toBe(markdown);
});

const link = (selection: string, address: string) => {
  const text = `see ${selection} here`;
  return linkSelection({ text, start: 4, end: 4 + selection.length }, address)?.text ?? null;
};

test('an address pasted over a selection becomes a link', () => {
  expect(link('the map', 'https://example.org/a_(b)')).toBe('[the map](https://example.org/a_%28b%29)');
  expect(link('Mila', 'mailto:mila@example.org')).toBe('[Mila](mailto:mila@example.org)');
});

test.each([
  ['', 'https://example.org'],
  ['the map', 'example'],
  ['the map', 'https://example.org and more'],
  ['https://old.example', 'https://example.org'],
  ['one\ntwo', 'https://example.org'],
  ['[a](https://b.example)', 'https://example.org'],
])('pasting over %j does not make %j a link', (selection, address) => {
  expect(link(selection, address)).toBeNull();
});
