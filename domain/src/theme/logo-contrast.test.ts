import { expect, test } from 'vitest';
import { isLogoVisible, sampleLogo } from './logo-contrast.js';

const white = [255, 255, 255, 255];
const black = [0, 0, 0, 255];
const orange = [245, 147, 49, 255];
const clear = [0, 0, 0, 0];
const buildLogo = (...pixels: number[][]) => sampleLogo(Uint8Array.from(pixels.flat()));

test('a white logo is visible only on a dark background', () => {
  const sample = buildLogo(white, white, clear, clear);
  expect(isLogoVisible(sample, '#120d0a')).toBe(true);
  expect(isLogoVisible(sample, '#ffffff')).toBe(false);
  expect(isLogoVisible(sample, 'hsl(40deg 50% 96%)')).toBe(false);
});

test('on a light background, a coloured logo is visible but a pale one is not', () => {
  expect(isLogoVisible(buildLogo([255, 240, 200, 255], clear), '#ffffff')).toBe(false);
  expect(isLogoVisible(buildLogo(orange, clear), '#ffffff')).toBe(true);
  expect(isLogoVisible(buildLogo(orange, clear), '#120d0a')).toBe(true);
});

test('a logo with a white name and only a small mark is not visible on a light background', () => {
  const name = Array.from({ length: 9 }, () => white);
  expect(isLogoVisible(buildLogo(orange, orange, ...name, clear), '#ffffff')).toBe(false);
  expect(isLogoVisible(buildLogo(black, black, black, black, ...name, clear), '#ffffff')).toBe(true);
});

test('a logo without transparency is visible if at least a few pixels differ', () => {
  const paper = Array.from({ length: 19 }, () => white);
  expect(isLogoVisible(buildLogo(black, ...paper), '#ffffff')).toBe(true);
  expect(isLogoVisible(buildLogo(...paper), '#ffffff')).toBe(false);
});

test('an empty logo is not visible, and half-transparent pixels do not count', () => {
  expect(isLogoVisible(buildLogo(clear), '#ffffff')).toBe(false);
  expect(isLogoVisible(buildLogo([0, 0, 0, 100], clear), '#ffffff')).toBe(false);
});
