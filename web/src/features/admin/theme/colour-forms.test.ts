import { expect, test } from 'vitest';
import { isColour, picked } from './colour-field.js';

test('rejects every colour that the server would refuse', () => {
  expect(['#fff', 'teal', 'rgb(1 2 3)', 'oklch(0.5 0.1 20)'].map(isColour)).toEqual([true, true, true, true]);
  expect(['', 'url(x)', '#12', 'red; --color-bg: blue', 'no colour'].map(isColour)).toEqual(Array(5).fill(false));
});

test('keeps the transparency when a colour is picked', () => {
  expect(picked('#0a0705cc', '#112233')).toBe('#112233cc');
  expect(picked('teal', '#112233')).toBe('#112233');
});
