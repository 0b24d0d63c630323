import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../refusals.js';
import { readTheme, themeText } from './css.js';
import { defaultTheme } from './default-theme.js';

test('A theme is read from lines as they are typed, and written in one form', () => {
  const typed =
    ':root {\n  --color-bg: #17110d;\n /* dark */ --color-text:rgb(1, 2 ,3);\n --font: x;\n}\n--color-x: oklch(0.5 0.2 120 / 50%)';
  expect(readTheme(typed)).toEqual({
    '--color-bg': '#17110d',
    '--color-text': 'rgb(1, 2 ,3)',
    '--color-x': 'oklch(0.5 0.2 120 / 50%)',
  });
  expect(readTheme(themeText(defaultTheme))).toEqual(defaultTheme);
  expect(Object.keys(defaultTheme).length).toBeGreaterThanOrEqual(50);
});

test.each([
  '--color-bg: url(https://x.example/a)',
  '--color-bg: var(--color-text)',
  '--color-bg: expression(alert(1))',
  '--color-bg: "red"',
  String.raw`--color-bg: \72 ed`,
  '--color-bg: rgb(1,2,url(x))',
  '--color-bg: red !important',
  '--color-bg: notacolour',
  '--color-bg: inherit',
  '--color-bg: #12',
  '--color-bg:',
  '--color-B_G: red',
  `--color-bg: ${'a'.repeat(30)}`,
])('%s is refused by name', (line) => {
  expect(() => readTheme(`--color-ok: red;\n${line};`)).toThrow(Refusal);
});

test('A text without one colour is no theme', () => {
  expect(() => readTheme('body { color: red }')).toThrow(Refusal);
  expect(() => readTheme('')).toThrow(Refusal);
});

test('Whatever is typed, only names and colours come out', () => {
  const piece = fc.constantFrom(
    '--color-',
    'a',
    ':',
    ';',
    '\n',
    '{',
    '}',
    '/*',
    '*/',
    'url(',
    ')',
    '#fff',
    'red',
    '\\',
    '<',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      let text: string;
      try {
        text = themeText(readTheme(pieces.join('')));
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        return;
      }
      for (const line of text.split('\n')) expect(line).toMatch(/^--color-[a-z0-9-]+: [a-z0-9#%.,/() +-]+;$/i);
    }),
    { numRuns: 2000 },
  );
});
