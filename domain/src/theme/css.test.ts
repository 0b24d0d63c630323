import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../refusals.js';
import { parseTheme, formatTheme } from './css.js';
import { defaultTheme } from './theme-colours.js';

test('parses a theme as typed and writes it in normalised form', () => {
  const source =
    ':root {\n  --color-bg: #17110d;\n /* dark */ --color-text:rgb(1, 2 ,3);\n --font: x;\n}\n--color-x: oklch(0.5 0.2 120 / 50%)';
  expect(parseTheme(source)).toEqual({
    '--color-bg': '#17110d',
    '--color-text': 'rgb(1, 2 ,3)',
    '--color-x': 'oklch(0.5 0.2 120 / 50%)',
  });
  expect(parseTheme(formatTheme(defaultTheme))).toEqual(defaultTheme);
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
])('rejects the theme line %s', (line) => {
  expect(() => parseTheme(`--color-ok: red;\n${line};`)).toThrow(Refusal);
});

test('rejects a theme without any colour', () => {
  expect(() => parseTheme('body { color: red }')).toThrow(Refusal);
  expect(() => parseTheme('')).toThrow(Refusal);
});

test('parses only variable names and colours from arbitrary input', () => {
  const fragment = fc.constantFrom(
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
    fc.property(fc.array(fragment, { maxLength: 40 }), (pieces) => {
      let text: string;
      try {
        text = formatTheme(parseTheme(pieces.join('')));
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        return;
      }
      for (const line of text.split('\n')) expect(line).toMatch(/^--color-[a-z0-9-]+: [a-z0-9#%.,/() +-]+;$/i);
    }),
    { numRuns: 2000 },
  );
});

function getRefusal(css: string): { code: string; field: string | undefined; message: string } | null {
  try {
    parseTheme(css);
    return null;
  } catch (error) {
    const { code, field, message } = error as Refusal;
    return { code, field, message };
  }
}

test("a theme's refusal contains the invalid variable, truncated to 60 characters", () => {
  const refusal = { code: 'theme-value-invalid', field: 'css' };
  expect(getRefusal('--color-bg: 1px')).toEqual({ ...refusal, message: '--color-bg is not a colour.' });
  const longName = `--color-${'a'.repeat(61)}`;
  expect(getRefusal(`${longName}: red`)).toEqual({ ...refusal, message: `${longName.slice(0, 60)} is not a colour.` });
});

test('accepts a theme variable with a name of 60 characters after the prefix', () => {
  const name = `--color-${'a'.repeat(60)}`;
  expect(parseTheme(`${name}: red`)).toEqual({ [name]: 'red' });
});

test('the refusal for a theme without colours refers to the css field', () => {
  expect(getRefusal('')).toMatchObject({ code: 'theme-empty', field: 'css' });
});

test('accepts a theme with 200 variables and rejects one with 201', () => {
  const formatLines = (count: number) => Array.from({ length: count }, (_, i) => `--color-x${i}: red;`).join('\n');
  expect(Object.keys(parseTheme(formatLines(200)))).toHaveLength(200);
  expect(getRefusal(formatLines(201))).toMatchObject({ code: 'too-large', field: 'css' });
});

test('accepts a theme value of 100 characters and rejects one of 101', () => {
  const buildValue = (length: number) => `rgb(1,2,${' '.repeat(length - 10)}3)`;
  expect(parseTheme(`--color-bg: ${buildValue(100)}`)).toEqual({ '--color-bg': buildValue(100) });
  expect(getRefusal(`--color-bg: ${buildValue(101)}`)).toMatchObject({ code: 'theme-value-invalid' });
});

test.each([
  'Red',
  'REBECCAPURPLE',
  '#FFF',
  '#1234',
  '#12345678',
  'RGBA(1, 2, 3, .5)',
  'hsl(120deg 50% 50%)',
  'hsla(.5turn,50%,50%,1)',
  'hwb( -1.5rad 0% 0% )',
  'lab(50% -20 +30)',
  'lch(50% 20 30/0.5)',
  'oklab(0.5 0.1 -0.1)',
])('accepts the colour %s', (value) => {
  expect(parseTheme(`--color-bg: ${value}`)).toEqual({ '--color-bg': value });
});

test.each([
  '#12345',
  '#1234567',
  'x#fff',
  '#fffx',
  'xrgb(1,2,3)',
  'rgb(1,2,3)x',
  'rgb(1,2)',
  'rgb(1,2,3,4,5)',
  'rgb(1 2 3',
  'rgb(one, two, three)',
  'rgb(1px,2,3)',
  'calc(1,2,3)',
])('rejects the colour %s', (value) => {
  expect(getRefusal(`--color-bg: ${value}`)).toMatchObject({ code: 'theme-value-invalid' });
});

test('a theme can contain multi-line comments and lines without a colon, which are skipped', () => {
  expect(parseTheme('/* --color-a: red;\n--color-b: red; */ --color-c: red; --color-d\n/**/--color-e: blue')).toEqual({
    '--color-c': 'red',
    '--color-e': 'blue',
  });
});

test('writes one theme variable per line', () => {
  expect(formatTheme({ '--color-a': 'red', '--color-b': '#fff' })).toBe('--color-a: red;\n--color-b: #fff;');
});
