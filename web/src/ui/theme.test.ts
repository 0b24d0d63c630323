import { readFileSync } from 'node:fs';
import { readTheme } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { expect, test } from 'vitest';

const fileOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('theme.css defines the default theme', () => {
  expect(readTheme(fileOf('theme.css'))).toEqual(defaultTheme);
});

test("the site's theme loads after all other styles, so that it takes precedence", () => {
  const page = fileOf('../../index.html');
  const theme = page.indexOf('<link rel="stylesheet" href="/theme.css"');
  expect(theme).toBeGreaterThan(page.indexOf('</head>'));
  expect(theme).toBeLessThan(page.indexOf('<div id="root">'));
});
