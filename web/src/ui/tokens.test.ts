import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, source), 'utf8');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
const [header = ''] = /\/\*.*?\*\//s.exec(read('ui/tokens.css')) ?? [];
const breakpoints: string[] = header.match(/\d+px/g) ?? [];

/** Raw lengths for which a token exists, by property. `1px` is a hairline. */
const rawValues: [property: RegExp, raw: RegExp][] = [
  [/^(margin|padding|scroll-margin|scroll-padding)(-|$)|^(row-|column-)?gap$/, /(?<![\d.])(?!1px\b)[\d.]+(px|rem)/],
  [/^border(-[a-z-]+)?-radius$/, /\d(px|rem|%)/],
  [/^font-size$/, /\d(px|rem|vw)/],
  [/^(?!--)/, /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i],
];

const getLine = (text: string, index: number) => text.slice(0, index).split('\n').length;

function listRawDeclarations(file: string): string[] {
  const text = read(file);
  return [...text.matchAll(/^\s*([\w-]+):\s*([^;{]+);$/gm)].flatMap(({ index, 1: property = '', 2: value = '' }) =>
    rawValues.some(([properties, raw]) => properties.test(property) && raw.test(value))
      ? [`${file}:${getLine(text, index) + 1} ${property}: ${value}`]
      : [],
  );
}

it('stylesheets use tokens for all spacing, radii, font sizes and colours', () => {
  const sheets = files.filter((file) => file.endsWith('.css') && !/^ui\/(tokens|theme)\.css$/.test(file));
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap(listRawDeclarations)).toEqual([]);
});

it('media queries use only the five breakpoints', () => {
  expect(breakpoints).toHaveLength(5);
  const queries = files
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\((?:min|max)-width: (\d+px)\)/g)].map(({ 0: query, 1: width = '' }) => ({
        at: `${file} ${query}`,
        width,
      })),
    );
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.filter(({ width }) => !breakpoints.includes(width))).toEqual([]);
});

it('fields on phones use a font size at which iOS does not zoom in', () => {
  const rule =
    /@media \(max-width: 640px\), \(pointer: coarse\) {\s+input,\s+select,\s+textarea {\s+font-size: var\(--text-16\) !important;/;
  expect(read('ui/base.css')).toMatch(rule);
  const strongerFiles = files.filter((file) => file.endsWith('.css') && /font-size:[^;]+!important/.test(read(file)));
  expect(strongerFiles).toEqual(['ui/base.css']);
});
