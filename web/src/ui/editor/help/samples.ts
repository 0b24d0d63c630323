/** Samples of Markdown, and the HTML that the server renders from them. */
export const samples: readonly (readonly [source: string, html: string])[] = [
  ['**bold** and _italic_', '<p><strong>bold</strong> and <em>italic</em></p>'],
  ['~~struck out~~ and `code`', '<p><s>struck out</s> and <code>code</code></p>'],
  [
    '||spoiler||',
    '<p><span class="spoiler" tabindex="-1"><button type="button">Spoiler, press to show</button><span>spoiler</span></span></p>',
  ],
  [
    '[the map](https://example.org/map)',
    '<p><a href="https://example.org/map" rel="nofollow ugc noopener">the map</a></p>',
  ],
  ['# Heading', '<h3>Heading</h3>'],
  ['> quoted text', '<blockquote>\n<p>quoted text</p>\n</blockquote>'],
  ['- stone\n- wood\n  - oak', '<ul>\n<li>stone</li>\n<li>wood\n<ul>\n<li>oak</li>\n</ul>\n</li>\n</ul>'],
  ['1. first\n2. second', '<ol>\n<li>first</li>\n<li>second</li>\n</ol>'],
  [
    '- [x] dig\n- [ ] build',
    '<ul>\n<li class="task"><input type="checkbox" aria-label="Done" checked="" disabled=""> dig</li>\n<li class="task"><input type="checkbox" aria-label="Done" disabled=""> build</li>\n</ul>',
  ],
  [
    '>! The winner is\n>! the lighthouse.',
    '<div class="spoiler" tabindex="-1"><button type="button">Spoiler, press to show</button><div><p>The winner is<br>\nthe lighthouse.</p>\n</div></div>',
  ],
  [
    ':::details How it works\nWith sand.\n:::',
    '<details class="details"><summary dir="auto">How it works</summary>\n<p>With sand.</p>\n</details>',
  ],
  [
    '```js\nconst blocks = 64;\n```',
    '<div class="code-block" data-language="JavaScript"><pre><code class="language-javascript">const blocks = 64;\n</code></pre></div>',
  ],
  [
    '| Block | Price |\n| --- | ---: |\n| Oak | 3 |',
    '<table>\n<thead>\n<tr>\n<th>Block</th>\n<th data-align="right">Price</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Oak</td>\n<td data-align="right">3</td>\n</tr>\n</tbody>\n</table>',
  ],
];
