import { expect, test } from 'vitest';
import { buildIconLinks, getSiteLetter } from './site-icons.js';

const picture = (letter: string) => `/pictures/${letter.repeat(64)}.webp`;
const hrefs = (...logos: Parameters<typeof buildIconLinks>) =>
  buildIconLinks(...logos).map(({ href, media }) => [href, media]);

test('uses the default icon if the site has no uploaded logo', () => {
  expect(hrefs(null, null)).toEqual([['/favicon.svg', null]]);
  expect(hrefs('https://elsewhere.example/x.png', null)).toEqual([['/favicon.svg', null]]);
});

test('derives both site icons from the logo if only one logo exists', () => {
  const bothLogos = [
    [`/icons/${'a'.repeat(64)}-48.png`, null],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ];
  expect(hrefs(picture('a'), null)).toEqual(bothLogos);
  expect(hrefs(null, picture('a'))).toEqual(bothLogos);
});

test('provides one site icon per appearance if there are two logos', () => {
  expect(hrefs(picture('a'), picture('b'))).toEqual([
    [`/icons/${'a'.repeat(64)}-48.png`, '(prefers-color-scheme: dark)'],
    [`/icons/${'b'.repeat(64)}-48.png`, '(prefers-color-scheme: light)'],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ]);
});

test("uses the first letter or digit of the site's name for the generated logo", () => {
  expect(['emberfall', '★ Élan', '3D Craft', '村の広場', '★'].map(getSiteLetter)).toEqual(['E', 'É', '3', '村', '?']);
});
