import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { expect, test } from 'vitest';
import { groupVariables, getLabel } from './groups.js';

test('lists every theme colour in exactly one group under a unique label', () => {
  const listedVariables = groupVariables(defaultTheme).flatMap(({ variables }) => variables);
  expect([...listedVariables].sort()).toEqual(Object.keys(defaultTheme).sort());
  expect(new Set(listedVariables.map(getLabel)).size).toBe(listedVariables.length);
});

test('lists colours added by a theme last, by their variable names', () => {
  expect(groupVariables({ ...defaultTheme, '--color-x': 'red' }).at(-1)?.variables).toEqual(['--color-x']);
  expect(getLabel('--color-x')).toBe('--color-x');
});
