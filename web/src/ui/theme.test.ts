import { readFileSync } from 'node:fs';
import { readTheme } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
import { expect, test } from 'vitest';

const fileOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('The pages carry the default theme, so that they look right before the theme of the site is read.', () => {
  expect(readTheme(fileOf('theme.css'))).toEqual(defaultTheme);
});

test('The theme of the site comes after every style of the head, so that it wins.', () => {
  const page = fileOf('../../index.html');
  const theme = page.indexOf('<link rel="stylesheet" href="/theme.css"');
  expect(theme).toBeGreaterThan(page.indexOf('</head>'));
  expect(theme).toBeLessThan(page.indexOf('<div id="root">'));
});
