import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
import { expect, test } from 'vitest';
import { grouped, labelOf } from './groups.js';

test('Every colour of the site is in one group, under words of its own.', () => {
  const shown = grouped(defaultTheme).flatMap(({ variables }) => variables);
  expect([...shown].sort()).toEqual(Object.keys(defaultTheme).sort());
  expect(new Set(shown.map(labelOf)).size).toBe(shown.length);
});

test('A colour that a theme brings along comes last, under its own name.', () => {
  expect(grouped({ ...defaultTheme, '--color-x': 'red' }).at(-1)?.variables).toEqual(['--color-x']);
  expect(labelOf('--color-x')).toBe('--color-x');
});
