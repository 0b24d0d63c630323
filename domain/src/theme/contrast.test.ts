import { describe, expect, test } from 'vitest';
import { computeContrast, toHex, isDark } from './colour.js';
import { findContrastFaults } from './contrast-pairs.js';
import { parseTheme, formatTheme } from './css.js';
import { parseScheme } from './schemes.js';
import { defaultTheme, deriveColours } from './theme-colours.js';

const lightScheme = deriveColours({}, 'light');
const highContrastScheme = deriveColours({}, 'high-contrast');

describe('colour contrast', () => {
  test.each([
    ['#000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['rgb(119, 119, 119)', '#fff', 4.48],
    ['#ffffff80', '#ffffff', 1],
  ])('calculates the contrast of %s and %s as %d', (one, other, expected) => {
    expect(computeContrast(one, other)).toBeCloseTo(expected, 1);
    expect(computeContrast(other, one)).toBeCloseTo(expected, 1);
  });

  test.each(['redd', 'x#ffffff', '#ffffffx', '#fg0', 'xrgb(1, 2, 3)', 'rgb(1, 2, 3)x', 'rgb( / )', 'currentcolor', ''])(
    'returns no contrast for the invalid colour %s',
    (colour) => {
      expect(computeContrast(colour, '#fff')).toBeNull();
      expect(computeContrast('#fff', colour)).toBeNull();
    },
  );

  test.each([
    ['#abc', '#aabbcc'],
    ['#abcd', '#aabbcc'],
    ['#ABCDEF', '#abcdef'],
    ['  #abcdef ', '#abcdef'],
    ['rgb(171, 205, 239)', '#abcdef'],
    [' RGBA(171 205 239 / 0.5) ', '#abcdef'],
    ['RebeccaPurple', '#663399'],
    ['hsl(120deg 50% 50%)', '#40bf40'],
    ['hwb(0 0% 0%)', '#ff0000'],
    ['lab(50% -20 +30)', '#618041'],
    ['oklch(0.5 0.2 120 / 50%)', '#577000'],
    ['rgb(171,205,239)', '#abcdef'],
  ])('calculates the same contrast for %s as for %s', (one, other) => {
    for (const background of ['#000', '#fff', '#777'])
      expect(computeContrast(one, background)).toBe(computeContrast(other, background));
    expect(toHex(one)).toBe(toHex(other));
  });

  // Small text requires a ratio of 4.5. The expected values follow the formula in WCAG 2.2.
  test.each([
    ['#ff0000', 5.252],
    ['#00ff00', 15.304],
    ['#0000ff', 2.444],
    ['#0a0a0a', 1.061],
    ['#0b0b0b', 1.067],
  ])('weights the colour channels of %s as WCAG does', (colour, expected) => {
    expect(computeContrast(colour, '#000')).toBeCloseTo(expected, 3);
  });

  test('distinguishes dark backgrounds from light ones', () => {
    expect([isDark('#17110d'), isDark('#faf6f1'), isDark('oklch(0.2 0 0)'), isDark('')]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe.each([
  ['the default theme', defaultTheme],
  ['the light scheme', lightScheme],
  ['the high contrast scheme', highContrastScheme],
])('contrast in %s', (_, theme) => {
  test('every foreground colour is readable on its background (WCAG AA)', () => {
    expect(findContrastFaults(theme)).toEqual([]);
  });

  test('every theme colour is defined and valid', () => {
    expect(Object.keys(theme)).toEqual(Object.keys(defaultTheme));
    expect(parseTheme(formatTheme(theme))).toEqual(theme);
  });

  test('detects a colour with too little contrast to its background', () => {
    const faults = findContrastFaults({ ...theme, '--color-text-faint': theme['--color-bg'] ?? '' });
    expect(faults[0]).toMatchObject({
      foreground: '--color-text-faint',
      background: '--color-bg',
      contrast: 1,
      least: 4.5,
    });
  });
});

test('text in the high-contrast scheme has a contrast ratio above seven', () => {
  for (const front of [
    'text',
    'text-muted',
    'text-faint',
    'link',
    'accent',
    'focus',
    'danger',
    'success',
    'info',
    'warning',
  ])
    for (const background of ['bg', 'bg-raised', 'bg-overlay'])
      expect(
        computeContrast(
          highContrastScheme[`--color-${front}`] ?? '',
          highContrastScheme[`--color-${background}`] ?? '',
        ),
      ).toBeGreaterThan(7);
});

test('unknown colour schemes fall back to the site theme', () => {
  expect(['light', 'system', 'pink', '', undefined].map(parseScheme)).toEqual([
    'light',
    'system',
    'site',
    'site',
    'site',
  ]);
});

describe('theme contrast faults', () => {
  const black = Object.fromEntries(Object.keys(defaultTheme).map((name) => [name, '#000000']));

  test('sorts contrast faults by how far they miss the required contrast', () => {
    const faults = findContrastFaults({
      ...highContrastScheme,
      '--color-text-faint': '#777777',
      '--color-badge-text': '#444444',
      '--color-code-text': '#222222',
      '--color-chart-line': '#555555',
      '--color-input-border': '#111111',
    });
    const shortfalls = faults.map(({ contrast: is, least }) => is / least);
    expect(shortfalls.length).toBeGreaterThan(4);
    expect(shortfalls).toEqual(shortfalls.toSorted((a, b) => a - b));
    expect(Math.max(...shortfalls)).toBeLessThan(1);
  });

  test('reports every colour pair of a theme whose colours are all the same', () => {
    const faults = findContrastFaults(black);
    expect(new Set(faults.map(({ contrast: is }) => is))).toEqual(new Set([1]));
    expect(faults[0]).toEqual({ foreground: '--color-text', background: '--color-bg', contrast: 1, least: 4.5 });
    expect(faults.at(-1)?.least).toBe(3);
  });

  test("skips a theme's missing and invalid colours", () => {
    expect(findContrastFaults({})).toEqual([]);
    expect(findContrastFaults({ ...black, '--color-code-text': 'none' })).toHaveLength(
      findContrastFaults(black).length - 1,
    );
  });
});
