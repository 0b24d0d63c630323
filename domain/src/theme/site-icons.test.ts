import { expect, test } from 'vitest';
import { buildIconLinks, getSiteLetter } from './site-icons.js';

const formatPicture = (letter: string) => `/pictures/${letter.repeat(64)}.webp`;
const listHrefs = (...logos: Parameters<typeof buildIconLinks>) =>
  buildIconLinks(...logos).map(({ href, media }) => [href, media]);

test('uses the default icon if the site has no uploaded logo', () => {
  expect(listHrefs(null, null)).toEqual([['/favicon.svg', null]]);
  expect(listHrefs('https://elsewhere.example/x.png', null)).toEqual([['/favicon.svg', null]]);
});

test('derives both site icons from the logo if only one logo exists', () => {
  const bothLogos = [
    [`/icons/${'a'.repeat(64)}-48.png`, null],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ];
  expect(listHrefs(formatPicture('a'), null)).toEqual(bothLogos);
  expect(listHrefs(null, formatPicture('a'))).toEqual(bothLogos);
});

test('provides one site icon per appearance if there are two logos', () => {
  expect(listHrefs(formatPicture('a'), formatPicture('b'))).toEqual([
    [`/icons/${'a'.repeat(64)}-48.png`, '(prefers-color-scheme: dark)'],
    [`/icons/${'b'.repeat(64)}-48.png`, '(prefers-color-scheme: light)'],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ]);
});

test("uses the first letter or digit of the site's name for the generated logo", () => {
  expect(['emberfall', '★ Élan', '3D Craft', '村の広場', '★'].map(getSiteLetter)).toEqual(['E', 'É', '3', '村', '?']);
});
