import { readFileSync } from 'node:fs';
import { computeContrast } from '@guildhall/domain/theme/colour.js';
import { parseTheme } from '@guildhall/domain/theme/css.js';
import { deriveColours, defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { expect, test } from 'vitest';

const getFile = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('theme.css defines the default theme', () => {
  expect(parseTheme(getFile('theme.css'))).toEqual(defaultTheme);
});

test("the site's theme loads after all other styles, so that it takes precedence", () => {
  const page = getFile('../../index.html');
  const theme = page.indexOf('<link rel="stylesheet" href="/theme.css"');
  expect(theme).toBeGreaterThan(page.indexOf('</head>'));
  expect(theme).toBeLessThan(page.indexOf('<div id="root">'));
});

test('every colour of highlighted code is readable in every scheme', () => {
  const names = [...getFile('embeds/highlight.css').matchAll(/color: var\((.*?)\)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const appearance of ['dark', 'light', 'high-contrast'] as const) {
    const colours = deriveColours({}, appearance);
    for (const name of names) {
      const ratio = computeContrast(colours[name] ?? '', colours['--color-code'] ?? '');
      expect(ratio, `${name}, ${appearance}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});
