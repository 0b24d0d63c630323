import { expect, test } from 'vitest';
import { extractExcerpt } from './excerpt.js';

const picture = (alt: string) =>
  `<a class="picture" href="/uploads/1.webp"><img class="placeholder" alt=""><img alt="${alt}"></a>`;

test('an excerpt describes the pictures of a text', () => {
  expect(extractExcerpt(`<p class="pictures">${picture('A tower')}${picture('Picture')}</p>\n`)).toBe(
    'A tower Picture',
  );
});

test('an excerpt does not contain what a spoiler hides', () => {
  const spoiler = (html: string) =>
    `<span class="spoiler" tabindex="-1"><button type="button">Spoiler</button><span>${html}</span></span>`;
  expect(
    extractExcerpt(`<p>It was<br>\n${spoiler(`Zoe, ${spoiler('not Yan')}, in ${picture('a cave')}`)}.</p>\n`),
  ).toBe('It was [spoiler].');
});
