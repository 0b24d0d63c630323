import { readFileSync } from 'node:fs';
import { readTheme } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { expect, test } from 'vitest';

const fileOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('puts the default theme into the pages, so that they look right before the theme of the site is read', () => {
  expect(readTheme(fileOf('theme.css'))).toEqual(defaultTheme);
});

test('puts the theme of the site after every style of the head, so that it wins', () => {
  const page = fileOf('../../index.html');
  const theme = page.indexOf('<link rel="stylesheet" href="/theme.css"');
  expect(theme).toBeGreaterThan(page.indexOf('</head>'));
  expect(theme).toBeLessThan(page.indexOf('<div id="root">'));
});
