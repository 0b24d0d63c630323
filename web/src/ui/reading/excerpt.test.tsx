import { expect, test } from 'vitest';
import { extractExcerpt } from './excerpt.js';

const formatPicture = (alt: string) =>
  `<a class="picture" href="/uploads/1.webp"><img class="placeholder" alt=""><img alt="${alt}"></a>`;

test('an excerpt describes the pictures in a text', () => {
  expect(extractExcerpt(`<p class="pictures">${formatPicture('A tower')}${formatPicture('Picture')}</p>\n`)).toBe(
    'A tower Picture',
  );
});

test('an excerpt does not contain what a spoiler hides', () => {
  const formatSpoiler = (html: string) =>
    `<span class="spoiler" tabindex="-1"><button type="button">Spoiler</button><span>${html}</span></span>`;
  expect(
    extractExcerpt(
      `<p>It was<br>\n${formatSpoiler(`Zoe, ${formatSpoiler('not Yan')}, in ${formatPicture('a cave')}`)}.</p>\n`,
    ),
  ).toBe('It was [spoiler].');
});
