// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { renderMarkdown } from '../../server/src/text/markdown.js';
import { formatQuote } from '../../web/src/features/thread/composer/quote.js';
import { toMarkdown } from '../../web/src/features/thread/composer/selected-markdown.js';

// Browsers provide this class, but jsdom does not.
vi.hoisted(() => void Object.assign(globalThis, { PerformanceNavigationTiming: class {} }));

const fence = '```';
const samples = [
  'One\ntwo\n\nthree',
  '**重要：**请看 _now_ `a_b` ~~old~~',
  '> nested\n> > deeper\n\nanswer\nlazy',
  `> ${fence}\n> npm install\n> ${fence}\n\nanswer`,
  `${fence}js\n> not a quote\n\n  if (a < b) {}\n${fence}`,
  `~~~~\n~~~\n${fence}\n~~~~`,
  '    indented\n\n    code',
  '- one\n- two\n\n  more\n  - below\n\n3. three\n4. four',
  '|a|b|\n|:-|-:|\n|1|x \\| y|',
  '# Title\n\nText\n\n---\n\nmore',
  '[a link](https://example.org/a_b "title") https://example.org/c_d www.example.org/e_f <mail@example.org>',
  '1\\. not a list\n\n\\# no title, snake_case, 2 * 3, \\*stars\\*, &amp;amp; [1] \\`x\\`',
  'a*b*c **שלום** 👨‍👩‍👧',
  'The ||**end** `of` it|| and a || b',
  '>! one\n>!\n>! - two ||three||\n>!\n>! > four\n\n:: five',
  `:::details A *log*\n${fence}java\nclass A {}\n${fence}\n:::\n\n\\:::details six`,
  '::::details seven\n:::details eight\nnine\n:::\n::::',
  '- [ ] one\n- [x] **two**\n\n1. [x] three',
];

/** White space between blocks is invisible to readers. */
const normalizeHtml = (html: string): string => html.replaceAll(/>\n+/g, '>').replaceAll(/\n+</g, '<').trim();
const renderNormalized = (markdown: string): string => normalizeHtml(renderMarkdown(markdown));

function renderHtml(markdown: string): HTMLElement {
  const text = document.createElement('div');
  text.innerHTML = renderMarkdown(markdown);
  return text;
}

const createQuote = (text: string) => formatQuote({ name: 'Mila', text, link: '/forums/thread/7' });

describe('quoting a whole post', () => {
  test.each([...samples, '\tcode by a tab', '- a\n\n\tb', 'with\r\nlines\r\nof Windows', '\n\n  \nText  \n'])(
    'a quoted post renders unchanged ($#)',
    (text) => {
      const quotedHtml = renderNormalized(createQuote(text)).replaceAll(/ dir="ltr"/g, '');
      expect(quotedHtml).toContain(renderNormalized(text).replaceAll(/ dir="ltr"/g, ''));
      expect(renderNormalized(`${createQuote(text)}answer`)).toMatch(/<\/blockquote><p>answer<\/p>$/);
    },
  );

  test('any combination of quoted samples renders unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...samples), { minLength: 1, maxLength: 4 }), (texts) => {
        const text = texts.join('\n\n<!-- -->\n\n');
        expect(renderNormalized(createQuote(text)).replaceAll(' dir="ltr"', '')).toContain(
          renderNormalized(text).replaceAll(' dir="ltr"', ''),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('quoting a selection', () => {
  test.each(samples)('a quoted selection of the whole post renders unchanged ($#)', (text) => {
    const root = renderHtml(text);
    const range = document.createRange();
    range.selectNodeContents(root);
    expect(renderNormalized(toMarkdown(range, root))).toBe(renderNormalized(text));
  });

  /** The characters `‹` and `›` mark the selection. */
  test.each([
    [`${fence}js\nlet a;\n‹  let b;\n› let c;\n${fence}`, `${fence}javascript\n  let b;\n${fence}`],
    ['run `npm ‹install›` now', '`install`'],
    ['very **imp‹ortant in›deed**', '**ortant in**'],
    ['see [the ‹rules› here](/rules)', '[rules](/rules)'],
    ['so ‹**bold** and _l›eaning_', 'so'.slice(2) + '**bold** and *l*'],
    ['> they ‹said› it', '> said'],
    ['> > deep ‹words›', '> > words'],
    ['2. two\n3. th‹re›e', '3. re'],
    ['- one\n- t‹wo\n- thr›ee', '- wo\n- thr'],
    ['|a|b|\n|-|-|\n|c‹cc›|d|', 'cc'],
    ['one ‹two\n\nthree› four', 'two\n\nthree'],
    ['one ‹two\nthree› four', 'two\nthree'],
    ['### Ti‹tle›', '### tle'],
    ['so ||it was ‹the butler› after all||', '||the butler||'],
    ['so ‹it ||was the› butler||', 'it ||was the||'],
    ['>! it was\n>!\n>! ‹the butler›', '>! the butler'],
    ['- [x] bu‹ild›', '- ild'],
    [':::details Log\nit ‹was›\n:::', ':::details\nwas\n:::'],
    ['看‹https://example.org/a_b›请', 'https://example.org/a_b'],
  ])('preserves code, quotes, lists and formatting around a quoted selection ($#)', (marked, markdown) => {
    const root = renderHtml(marked);
    expect(toMarkdown(findRangeBetweenSigns(root), root).trim()).toBe(markdown);
  });

  test('quotes pictures as their alt text', () => {
    const root = document.createElement('div');
    const formatPicture = (alt: string) =>
      `<a class="picture" href="/uploads/1.webp"><img class="placeholder" src="data:," alt=""><img src="/uploads/1-small.webp" alt="${alt}"></a>`;
    root.innerHTML = `<p>See ${formatPicture('my [castle]')}</p><p class="pictures">${formatPicture('')}</p>`;
    const range = document.createRange();
    range.selectNodeContents(root);
    expect(toMarkdown(range, root)).toBe('See my \\[castle]\n\n[picture]');
  });

  test('quotes a mention and a named thread link as written', () => {
    const root = document.createElement('div');
    root.innerHTML =
      '<p><a href="/profile/Mila">@Mila</a> see <a href="/forums/thread/7" data-address="https://x.org/forums/thread/7">A title</a></p>';
    const range = document.createRange();
    range.selectNodeContents(root);
    expect(toMarkdown(range, root)).toBe('@Mila see https://x.org/forums/thread/7');
  });
});

function findRangeBetweenSigns(root: Element): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const start = node.data.indexOf('‹');
    if (start >= 0) {
      node.deleteData(start, 1);
      range.setStart(node, start);
    }
    const end = node.data.indexOf('›');
    if (end < 0) continue;
    node.deleteData(end, 1);
    range.setEnd(node, end);
  }
  return range;
}
