import { formatPicture } from '@guildhall/domain/uploads.js';
import { describe, expect, test } from 'vitest';
import { parseMarkdown, toPlainText, renderMarkdown } from './markdown.js';
import {
  findFirstPicture,
  findLeadingPicture,
  findNumberedPictures,
  withFacts,
  removeHiddenFacts,
  withNumbers,
  withoutPictureFacts,
  type StoredFacts,
} from './pictures.js';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
const facts: StoredFacts = { width: 1600, height: 800, animated: false, placeholder: 'UklGR+8/' };

function buildStoredText(text: string, factsOf: Record<string, StoredFacts> = { [one]: facts, [two]: facts }): string {
  const numberedText = withNumbers(text);
  return withFacts(numberedText, findNumberedPictures(parseMarkdown(numberedText)), new Map(Object.entries(factsOf)));
}
const render = (text: string) => renderMarkdown(buildStoredText(text)).trim();
const buildPictureHtml = (id: string, alt: string, attributes = '') =>
  `<a class="picture" href="/uploads/${id}.webp" data-picture="${id}"${attributes}>` +
  `<img class="placeholder" src="data:image/webp;base64,UklGR+8/" alt="" width="960" height="480">` +
  `<img src="/uploads/${id}-small.webp" alt="${alt}" width="960" height="480" loading="lazy" decoding="async"></a>`;

describe('rendering', () => {
  test('a picture within a line has fixed dimensions and links to the full picture', () => {
    expect(render(`Look: ![A "castle"](upload:${one})!`)).toBe(
      `<p>Look: ${buildPictureHtml(one, 'A &quot;castle&quot;')}!</p>`,
    );
  });

  test('a paragraph that consists of pictures is a gallery', () => {
    expect(render(`![a](upload:${one})\n![b](upload:${two})`)).toBe(
      `<p class="pictures">${buildPictureHtml(one, 'a')}${buildPictureHtml(two, 'b')}</p>`,
    );
    expect(render(`![](upload:${one})`)).toBe(`<p class="pictures">${buildPictureHtml(one, 'Picture')}</p>`);
  });

  test('marks an animated picture', () => {
    const html = renderMarkdown(buildStoredText(`![a](upload:${one})`, { [one]: { ...facts, animated: true } }));
    expect(html).toContain(buildPictureHtml(one, 'a', ' data-animated=""'));
  });

  test('shows a picture without stored facts as its alt text', () => {
    expect(renderMarkdown(`see ![A <b>](upload:${one}) ![](upload:${one})`)).toBe('<p>see A &lt;b&gt; [picture]</p>\n');
  });

  test('shows a hidden picture as its alt text and leaves the others unchanged', () => {
    const text = removeHiddenFacts(buildStoredText(`![a](upload:${one}) ![b](upload:${two})`), (id) => id === one);
    expect(renderMarkdown(text)).toBe(`<p>a ${buildPictureHtml(two, 'b')}</p>\n`);
    expect(withoutPictureFacts(text)).toBe(`![a](upload:${one}) ![b](upload:${two})`);
  });

  test('a picture within a link is its alt text, because links do not nest', () => {
    expect(render(`[before ![a](upload:${one})](https://example.org)`)).toBe(
      '<p><a href="https://example.org" rel="nofollow ugc noopener">before a</a></p>',
    );
  });

  test('a table cell can contain a picture whose alt text has a vertical bar', () => {
    const picture = formatPicture({ id: one, alt: 'left | right' });
    expect(render(`| a |\n| - |\n| ${picture} |`)).toContain(`<td>${buildPictureHtml(one, 'left | right')}</td>`);
  });

  test('code and escaped references stay as written', () => {
    for (const text of [`\`![a](upload:${one})\``, `    ![a](upload:${one})`, `\\![a](upload:${one})`]) {
      expect(buildStoredText(`${text}\n\n![b](upload:${one})`)).toContain(`${text}\n`);
      expect(render(text)).not.toContain('<img');
    }
  });

  test.each([`upload:${one.toUpperCase()}`, `upload:${one}/../x`, `upload:${one} "title"`, 'javascript:alert(1)'])(
    'renders neither a picture nor a link for %s',
    (source) => {
      expect(renderMarkdown(`![a](${source}) [b](${source})`)).not.toMatch(/<img|<a/);
    },
  );
});

test('shows members the picture reference as they wrote it', () => {
  const text = `A ![one \\[1\\]](upload:${one}) \`![code](upload:${one})\` ![](upload:${two})`;
  expect(buildStoredText(text)).not.toBe(text);
  expect(withoutPictureFacts(buildStoredText(text))).toBe(text);
});

test('stores the alt text instead of a picture without facts, except in code', () => {
  const text = `![a \\[b\\]](upload:${one}) ![](upload:${two}) \`![code](upload:${one})\``;
  expect(buildStoredText(text, {})).toBe(`a \\[b\\] [picture] \`![code](upload:${one})\``);
});

test('plain text contains the alt text', () => {
  expect(
    toPlainText(buildStoredText(`${formatPicture({ id: one, alt: 'my [castle]' })}\n\nnew ![](upload:${two})`)),
  ).toBe('my [castle] new [picture]');
});

test('finds the picture that a text begins with', () => {
  const findLeading = (text: string) => findLeadingPicture(parseMarkdown(buildStoredText(text)));
  expect(findLeading(`![a](upload:${one}) and ![b](upload:${two})`)).toEqual({
    id: one,
    alt: 'a',
    width: 1600,
    height: 800,
  });
  for (const text of [`Look ![a](upload:${one})`, `> ![a](upload:${one})`, `- ![a](upload:${one})`, 'none', ''])
    expect(findLeading(text)).toBeNull();
  expect(findLeadingPicture(parseMarkdown(`![a](upload:${one})`))).toBeNull();
});

test('finds the first picture of rendered Markdown, which a text cannot forge', () => {
  expect(findFirstPicture(render(`Look ![a](upload:${two}) ![b](upload:${one})`))).toBe(two);
  expect(
    findFirstPicture(render(`text data-picture="${one}" \`data-picture="${one}"\` [a](/b 'c" data-picture="${one}"')`)),
  ).toBe(null);
});
