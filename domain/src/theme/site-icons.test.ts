import { expect, test } from 'vitest';
import { iconLinks } from './site-icons.js';

const picture = (letter: string) => `/pictures/${letter.repeat(64)}.webp`;
const hrefs = (...logos: Parameters<typeof iconLinks>) => iconLinks(...logos).map(({ href, media }) => [href, media]);

test('A site without a logo has the mark as its icon.', () => {
  expect(hrefs(null, null)).toEqual([['/favicon.svg', null]]);
  expect(hrefs('https://elsewhere.example/x.png', null)).toEqual([['/favicon.svg', null]]);
});

test('A logo is made into the icon and the touch icon, whichever of the two there is.', () => {
  const both = [
    [`/icons/${'a'.repeat(64)}-48.png`, null],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ];
  expect(hrefs(picture('a'), null)).toEqual(both);
  expect(hrefs(null, picture('a'))).toEqual(both);
});

test('Two logos are two icons: the browser takes the one for its own appearance.', () => {
  expect(hrefs(picture('a'), picture('b'))).toEqual([
    [`/icons/${'a'.repeat(64)}-48.png`, '(prefers-color-scheme: dark)'],
    [`/icons/${'b'.repeat(64)}-48.png`, '(prefers-color-scheme: light)'],
    [`/icons/${'a'.repeat(64)}-180.png`, null],
  ]);
});
