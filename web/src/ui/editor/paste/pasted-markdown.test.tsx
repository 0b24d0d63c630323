import { expect, test } from 'vitest';
import { convertToMarkdown } from './pasted-markdown.js';
import { linkSelection } from './use-paste.js';

test.each([
  ['<p>One <b>bold</b> and <i>italic</i></p><p>Two</p>', 'One **bold** and *italic*\n\nTwo'],
  ['<h1>Title</h1><h3><b>Part</b></h3>', '# Title\n\n### Part'],
  ['<ul><li><p>eggs</p></li><li>milk</li></ul>', '- eggs\n- milk'],
  ['<ol start="3"><li>one</li><li>two<ul><li>three</li></ul></li></ol>', '3. one\n4. two\n   - three'],
  ['<a href="https://example.org/a">a page</a>', '[a page](https://example.org/a)'],
  ['<a href="javascript:alert(1)">click</a> <a href="/here">here</a>', 'click here'],
  ['<h2>Title<a href="https://example.org/#title"></a></h2>', '## Title'],
  ['<pre><code class="language-js">let a;</code></pre>', '```js\nlet a;\n```'],
  [
    '<table><tr><th>Name</th><th>Count</th></tr><tr><td>a|b</td><td>2</td></tr></table>',
    '| Name | Count |\n| --- | --- |\n| a\\|b | 2 |',
  ],
  ['<span style="font-style:italic">slanted</span>', '*slanted*'],
  ['<span style="font-weight:700">one</span><span style="font-weight:700">word</span>', '**oneword**'],
  ['<span style="font-style:italic"><span style="font-weight:bold">both</span></span>', '***both***'],
  ['<p>2 * 3 _and_ ||x||</p>', '2 * 3 \\_and\\_ \\||x\\||'],
  [
    '<p>C:\\Users\\mila [12:30] snake_case @Mila 5 &lt; 6 [x](y)</p>',
    'C:\\Users\\mila [12:30] snake_case @Mila 5 < 6 \\[x](y)',
  ],
  ['<ul><li>[x] done</li></ul>', '- \\[x] done'],
  ['<p>one&nbsp;two &nbsp; &nbsp; three</p>', 'one two three'],
  ['<img src="https://example.org/a.png" alt="A tower">', '[A tower](https://example.org/a.png)'],
  ['<img src="https://example.org/a.png">', '[picture](https://example.org/a.png)'],
  ['<a href="https://example.org/a"><img src="https://example.org/a.png"></a>', 'https://example.org/a'],
  ['<a href="https://example.org/a"><img src="https://example.org/a.png"> Home</a>', '[Home](https://example.org/a)'],
  ['<img src="data:image/png;base64,AAAA" alt="A tower">', 'A tower'],
  ['<p>Hi<img src="https://example.org/open.gif?id=7" width="1" height="1"></p>', 'Hi'],
  ['<p>Hi<img src="https://example.org/open.gif?id=7" style="display:none"></p>', 'Hi'],
  [
    'A <span class="spoiler shown" tabindex="-1" style="color:red"><span style="color:red">secret</span></span>',
    'A ||secret||',
  ],
  [
    '<details>\n<summary>\nServer log\n</summary>\n<p>One</p><ul><li>two</li></ul></details>',
    ':::details Server log\nOne\n\n- two\n:::',
  ],
  [
    '<details open><summary>Outer</summary><details><summary>Inner</summary>One</details></details>',
    '::::details Outer\n:::details Inner\nOne\n:::\n::::',
  ],
  ['<div class="spoiler shown" tabindex="-1"><div><p>One</p><p>Two</p></div></div>', '>! One\n>! \n>! Two'],
  [
    '<a href="https://example.org/a"><span class="spoiler"><span class="visually-hidden">Press</span><span>secret</span></span></a>',
    '[||secret||](https://example.org/a)',
  ],
  ['<style>p { color: red }</style><script>alert(1)</script><p>text</p>', 'text'],
])('pasted HTML becomes Markdown: %s', (html, markdown) => {
  expect(convertToMarkdown(html)).toBe(markdown);
});

const buildDocs = (inner: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b">${inner}</b><br class="Apple-interchange-newline">`;
const run = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style}white-space:pre;white-space:pre-wrap;">${text}</span>`;
const buildItem = (level: number, text: string, attributes = '') =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="${level}" ${attributes}><p dir="ltr" style="line-height:1.38;" role="presentation">${run('font-weight:400;', text)}</p></li>`;

test('text from Google Docs keeps its headings, formatting and links without the redirect', () => {
  const html = buildDocs(
    `<h2 dir="ltr" style="line-height:1.38;">${run('font-weight:400;', 'Harbour')}</h2>` +
      `<p dir="ltr">${run('font-weight:400;', 'We need ')}${run('font-weight:700;', 'sand')}${run('font-weight:400;font-style:italic;', ' soon')}` +
      `${run('font-weight:400;text-decoration:line-through;', 'er')}${run('font-weight:400;', ', see ')}` +
      `<a href="https://www.google.com/url?q=https://example.org/map&amp;sa=D&amp;ust=17" style="text-decoration:none;">${run('font-weight:400;text-decoration:underline;', 'the map')}</a>` +
      `${run('font-weight:400;', ' and run ')}${run("font-family:'Courier New',monospace;", '/warp pier')}</p><br>`,
  );
  expect(convertToMarkdown(html)).toBe(
    '## Harbour\n\nWe need **sand** *soon*~~er~~, see [the map](https://example.org/map) and run `/warp pier`',
  );
});

test('lists from Google Docs stay nested, and checklists become tasks', () => {
  const nested = `<ul style="margin-top:0;">${buildItem(1, 'Stone')}<ul>${buildItem(2, 'smooth_stone (64)')}<ul>${buildItem(3, 'Slabs')}</ul></ul>${buildItem(1, 'Wood')}</ul>`;
  expect(convertToMarkdown(buildDocs(nested))).toBe('- Stone\n  - smooth_stone (64)\n    - Slabs\n- Wood');
  const box = '<img src="data:image/png;base64,iVBORw0KGgo=" width="17px" height="17px" alt="checked">';
  const checklist = `<ul>${buildItem(1, 'Dig', 'role="checkbox" aria-checked="true"').replace('<p', `${box}<p`)}${buildItem(1, 'Build', 'role="checkbox" aria-checked="false"')}</ul>`;
  expect(convertToMarkdown(buildDocs(checklist))).toBe('- [x] Dig\n- [ ] Build');
});

const formatWordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;
const formatWord = (inner: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">\n<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head>\n<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>\n<!--StartFragment-->${inner}<!--EndFragment--></body></html>`;

test('text from Word loses its empty paragraphs and wrapped lines', () => {
  const html = formatWord(
    "<h1><b><span lang=EN-GB>Rules<o:p></o:p></span></b></h1>\n<p class=MsoNormal>Be <b style='mso-bidi-font-weight:normal'>kind</b> to\nnew <i>players</i>.<o:p></o:p></p>\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\n<p class=MsoNormal><span style='mso-spacerun:yes'>  </span>Thanks<o:p></o:p></p>",
  );
  expect(convertToMarkdown(html)).toBe('# Rules\n\nBe **kind** to new *players*.\n\nThanks');
});

test('lists from Word become nested lists without their drawn markers', () => {
  const bullets =
    formatWordItem(1, '·', 'No griefing') + formatWordItem(2, 'o', 'Also at night') + formatWordItem(1, '·', 'No spam');
  const numbers = formatWordItem(1, '2.', 'Second') + formatWordItem(2, 'a)', 'Part');
  expect(convertToMarkdown(formatWord(`${bullets}<p class=MsoNormal>Then</p>${numbers}`))).toBe(
    '- No griefing\n  - Also at night\n- No spam\n\nThen\n\n2. Second\n   1. Part',
  );
});

test('a message from Discord keeps its lines, and its emoji stay names', () => {
  const html =
    '<meta charset=\'utf-8\'><span style="color: rgb(219, 222, 225); font-family: &quot;gg sans&quot;, sans-serif; font-weight: 400; white-space: break-spaces; display: inline !important;">The server is </span><strong style="box-sizing: border-box; font-weight: 700; white-space: break-spaces;">back</strong><span style="font-weight: 400; white-space: break-spaces;"> after the </span><code class="inline" style="font-family: monospace;">1.21</code><span style="white-space: break-spaces;"> update\nsee </span><a class="anchor_edefb8" title="https://example.org/notes" href="https://example.org/notes" rel="noreferrer noopener" target="_blank"><span>https://example.org/notes</span></a><span style="white-space: break-spaces;"> </span><span class="emojiContainer__75abc" role="button" tabindex="0"><img aria-label=":fire:" class="emoji" src="https://discord.com/assets/fire.svg" alt=":fire:" data-type="emoji"></span><span> said snake_case_player</span>';
  expect(convertToMarkdown(html)).toBe(
    'The server is **back** after the `1.21` update\nsee https://example.org/notes :fire: said snake_case_player',
  );
});

test('cells from Google Sheets become a table whose first row names the columns', () => {
  const html =
    '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;font-weight:bold;">Block</td><td style="overflow:hidden;font-weight:bold;">Price</td></tr><tr style="height:21px;"><td style="overflow:hidden;font-style:italic;">Oak</td><td style="overflow:hidden;text-align:right;">3</td></tr></tbody></table>';
  expect(convertToMarkdown(html)).toBe('| Block | Price |\n| --- | ---: |\n| *Oak* | 3 |');
});

test('cells from Excel become a table, and a single cell becomes its text', () => {
  const buildExcel = (rows: string) =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\.";}--></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'>\n<!--StartFragment-->\n ${rows}\n<!--EndFragment-->\n</table></body></html>`;
  const buildCell = (text: string, attributes = '') => `<td height=20 class=xl65 ${attributes} width=64>${text}</td>`;
  expect(
    convertToMarkdown(
      buildExcel(
        `<tr height=20>${buildCell('Block', 'colspan=2')}${buildCell('Price')}</tr>\n <tr height=20>${buildCell('Oak')}${buildCell('log')}${buildCell('3', 'align=right')}</tr>`,
      ),
    ),
  ).toBe('| Block |  | Price |\n| --- | --- | ---: |\n| Oak | log | 3 |');
  expect(convertToMarkdown(buildExcel(`<tr height=20>${buildCell('Oak')}</tr>`))).toBe('Oak');
});

test('a GitHub page keeps code with its language, tasks and links, without anchors and proxied badges', () => {
  const html =
    '<meta charset=\'utf-8\'><div class="markdown-heading" dir="auto" style="box-sizing: border-box;"><h2 tabindex="-1" class="heading-element" dir="auto" style="font-weight: 600;">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="https://github.com/example/plugin#install"><svg class="octicon octicon-link"><path d="m7"></path></svg></a></div><p dir="auto" style="font-weight: 400;">Needs <code class="notranslate" style="font-family: ui-monospace, SFMono-Regular;">java 21</code> by <a class="user-mention" href="https://github.com/mila">@mila</a></p><div class="highlight highlight-source-shell notranslate" dir="auto" style="box-sizing: border-box;"><pre class="notranslate" style="font-family: ui-monospace;"><span class="pl-c1">cd</span> plugin\n./gradlew build</pre></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled="" checked=""> <strong style="font-weight: 600;">tested</strong></li><li class="task-list-item"><input type="checkbox" disabled=""> released</li></ul>';
  expect(convertToMarkdown(html)).toBe(
    '## Install\n\nNeeds `java 21` by [@mila](https://github.com/mila)\n\n```shell\ncd plugin\n./gradlew build\n```\n\n- [x] **tested**\n- [ ] released',
  );
});

const link = (selection: string, address: string) => {
  const text = `see ${selection} here`;
  return linkSelection({ text, start: 4, end: 4 + selection.length }, address)?.text ?? null;
};

test('a URL pasted over a selection becomes a link', () => {
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
