import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { expect, test } from 'vitest';
import { groupVariables, labelOf } from './groups.js';

test('lists every theme colour in exactly one group under a unique label', () => {
  const listed = groupVariables(defaultTheme).flatMap(({ variables }) => variables);
  expect([...listed].sort()).toEqual(Object.keys(defaultTheme).sort());
  expect(new Set(listed.map(labelOf)).size).toBe(listed.length);
});

test('lists colours added by a theme last, by their variable names', () => {
  expect(groupVariables({ ...defaultTheme, '--color-x': 'red' }).at(-1)?.variables).toEqual(['--color-x']);
  expect(labelOf('--color-x')).toBe('--color-x');
});
