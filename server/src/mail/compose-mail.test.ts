import { expect, test } from 'vitest';
import { composeMail, readableTime } from './compose-mail.js';
import { mailTexts } from './mail-texts.js';
import { mailLifetimesMs } from './new-mail.js';

const facts = { username: 'Steve', siteName: 'Guildhall', siteUrl: 'https://guild.example', until: '3 January 2026' };

test.each(Object.entries(mailTexts))('a mail of the kind %s has the same content as text and as page', (_, textOf) => {
  const words = textOf(facts);
  for (const link of [null, 'https://guild.example/x?a=1&b=2']) {
    const { subject, text, html } = composeMail(facts, words, link);
    expect(subject).toBe(words.subject);
    const plain = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const said of ['Hello Steve,', words.opening, words.closing, ...(link ? [link] : [])]) {
      expect(text).toContain(said);
      expect(plain).toContain(said);
    }
    expect(html.includes('<a href')).toBe(link !== null);
  }
});

test('a name cannot inject markup', () => {
  const words = mailTexts.test({ ...facts, siteName: '<b>"Us" & co</b>' });
  const { html, text } = composeMail({ username: "<script>'" }, words, 'https://x.example/"><b>');
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;&#39;');
  expect(text).toContain("Hello <script>',");
});

test('a time is written as a day, and with its hour where it matters', () => {
  expect(readableTime('2026-01-03T09:05:00.000Z', false)).toBe('3 January 2026');
  expect(readableTime('2026-01-03T09:05:00.000Z', true)).toBe('3 January 2026 at 09:05 (UTC)');
});

test('the link of a reset is valid for an hour, that of a registration for a week', () => {
  expect([mailLifetimesMs.reset, mailLifetimesMs.verify]).toEqual([3_600_000, 7 * 24 * 3_600_000]);
});
