import { limits } from '@guildhall/domain/limits.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharactersRead } from '../testing/characters-read.js';
import { composeMail, formatTime } from './compose-mail.js';
import { mailTexts } from './mail-texts.js';
import { mailLifetimesMs } from './new-mail.js';

const facts = { username: 'Steve', siteName: 'Guildhall', siteUrl: 'https://guild.example', until: '3 January 2026' };

test.each(Object.entries(mailTexts))('an email of kind %s has the same content in plain text and HTML', (_, textOf) => {
  const words = textOf(facts);
  for (const link of [null, 'https://guild.example/x?a=1&b=2']) {
    const { subject, text, html } = composeMail(facts, words, link);
    expect(subject).toBe(words.subject);
    const plainBody = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const sentence of ['Hello Steve,', words.opening, words.closing, ...(link ? [link] : [])]) {
      expect(text).toContain(sentence);
      expect(plainBody).toContain(sentence);
    }
    expect(html.includes('<a href')).toBe(link !== null);
  }
});

test('a name cannot inject markup into an email', () => {
  const words = mailTexts.test({ ...facts, siteName: '<b>"Us" & co</b>' });
  const { html, text } = composeMail({ username: "<script>'" }, words, 'https://x.example/"><b>');
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;&#39;');
  expect(text).toContain("Hello <script>',");
});

test.each(Object.entries(mailTexts))(
  'the size of an email of kind %s depends only on the names in it',
  async (_, textOf) => {
    const formatText = (max: number) =>
      fc
        .tuple(
          fc.oneof(fc.constantFrom('&', '<', '"', "'", '\r\n', '\0', '👍'), fc.string()),
          fc.integer({ min: 1, max }),
        )
        .map(([piece, length]) => piece.repeat(length).slice(0, length));
    const mailVariables = fc.record({
      username: formatText(4 * limits.username.max),
      siteName: formatText(4 * limits.siteName.max),
      siteUrl: formatText(4 * limits.address.max),
      until: fc.constant('3 January 2026 (UTC)'),
    });
    await fc.assert(
      fc.asyncProperty(mailVariables, async (variables) => {
        const names = variables.username.length + variables.siteName.length + variables.siteUrl.length;
        const { made, characters } = await countCharactersRead(() =>
          composeMail(variables, textOf(variables), variables.siteUrl),
        );
        expect(made.subject.length).toBeLessThanOrEqual(60 + names);
        expect(made.text.length).toBeLessThanOrEqual(800 + 5 * names);
        expect(made.html.length).toBeLessThanOrEqual(1_500 + 30 * names);
        expect(characters).toBeLessThanOrEqual(1_500 + 30 * names);
      }),
      { numRuns: 50 },
    );
  },
);

test('formats a time in an email as a day, optionally with the hour', () => {
  expect(formatTime('2026-01-03T09:05:00.000Z', false)).toBe('3 January 2026 (UTC)');
  expect(formatTime('2026-01-03T09:05:00.000Z', true)).toBe('3 January 2026 at 09:05 (UTC)');
});

test('a reset link is valid for an hour, and a verification link for a week', () => {
  expect([mailLifetimesMs.reset, mailLifetimesMs.verify]).toEqual([3_600_000, 7 * 24 * 3_600_000]);
});
