import { describe, expect, test } from 'vitest';
import { plainText, renderMarkdown } from './markdown.js';

const members = new Map([
  ['mila', 'Mila'],
  ['bram_2', 'Bram_2'],
]);
const render = (text: string) => renderMarkdown(text, (written) => members.get(written.toLowerCase()) ?? null);
const mila = '<a href="/profile/Mila">@Mila</a>';

describe('A mention', () => {
  test.each([
    ['@Mila', `<p>${mila}</p>\n`],
    ['Hello @mila, and (@BRAM_2)!', `<p>Hello ${mila}, and (<a href="/profile/Bram_2">@Bram_2</a>)!</p>\n`],
    ['**@Mila**', `<p><strong>${mila}</strong></p>\n`],
    ['> @Mila wrote:', `<blockquote>\n<p>${mila} wrote:</p>\n</blockquote>\n`],
    ['🏰@Mila.', `<p>🏰${mila}.</p>\n`],
    ['@Mila@Bram_2', '<p>@Mila@Bram_2</p>\n'],
  ])('leads to the profile under the name that the member has now: %s', (text, html) => {
    expect(render(text)).toBe(html);
  });

  test('of an unknown member remains as it was written', () => {
    expect(render('@Nobody and @ab and @')).toBe('<p>@Nobody and @ab and @</p>\n');
    expect(renderMarkdown('@Mila')).toBe('<p>@Mila</p>\n');
  });

  test.each([
    '`@Mila`',
    '```\n@Mila\n```',
    '    @Mila',
    '\\@Mila',
    'x@Mila',
    'é@Mila',
    'example/@Mila',
    '@MilaMilaMilaMila_',
  ])(
    'is not recognised in code, after a backslash, a letter or a slash, nor in a name that is too long: %s',
    (text) => {
      expect(render(text)).not.toContain('<a');
    },
  );

  test.each([
    ['[ask @Mila](https://example.org)', 'https://example.org'],
    ['https://example.org/@Mila', 'https://example.org/@Mila'],
    ['<https://example.org/@Mila>', 'https://example.org/@Mila'],
    ['write to someone@Mila.org', 'mailto:someone@Mila.org'],
    ['![@Mila](https://example.org/a.png)', 'https://example.org/a.png'],
  ])('is not recognised within a link: %s', (text, address) => {
    const html = render(text);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain(`<a href="${address}"`);
  });

  test('cannot be forged', () => {
    expect(render('<mention>Mila</mention> &lt;mention&gt;Mila&lt;/mention&gt;')).not.toContain('<a');
    expect(render('[x](/a "<mention>Mila</mention>")')).not.toContain('profile');
  });

  test('is an ordinary word in a preview', () => {
    expect(plainText('Hello **@Mila**, [@Bram_2](/x)')).toBe('Hello @Mila, @Bram_2');
  });
});
