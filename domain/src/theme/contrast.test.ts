import { describe, expect, test } from 'vitest';
import { contrast, isDark } from './contrast.js';
import { contrastFaults } from './contrast-pairs.js';
import { readTheme, themeText } from './css.js';
import { defaultTheme } from './default-theme.js';
import { highContrastScheme, lightScheme, schemeOf } from './schemes.js';

describe('How far two colours stand apart', () => {
  test.each([
    ['#000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['rgb(119, 119, 119)', '#fff', 4.48],
    ['#ffffff80', '#ffffff', 1],
  ])('%s and %s: %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, one)).toBeCloseTo(expected, 1);
  });

  test('is not known of a colour with a name', () => {
    expect(contrast('red', '#fff')).toBeNull();
  });

  test('tells dark grounds from light ones', () => {
    expect([isDark('#17110d'), isDark('#faf6f1'), isDark('oklch(0.2 0 0)')]).toEqual([true, false, true]);
  });
});

describe.each([
  ['the default theme', defaultTheme],
  ['the light scheme', lightScheme],
  ['the high contrast scheme', highContrastScheme],
])('Of %s', (_, theme) => {
  test('everything that stands on something can be read (WCAG AA)', () => {
    expect(contrastFaults(theme)).toEqual([]);
  });

  test('every colour is given, and is one', () => {
    expect(Object.keys(theme)).toEqual(Object.keys(defaultTheme));
    expect(readTheme(themeText(theme))).toEqual(theme);
  });

  test('one colour that is too near to its ground is found', () => {
    const faults = contrastFaults({ ...theme, '--color-text-faint': theme['--color-bg'] ?? '' });
    expect(faults[0]).toMatchObject({ front: '--color-text-faint', ground: '--color-bg', contrast: 1, least: 4.5 });
  });
});

test('The high contrast scheme is worth its name: text stands seven to one apart.', () => {
  for (const front of ['text', 'text-muted', 'text-faint', 'link', 'accent', 'danger', 'success', 'info', 'warning'])
    for (const ground of ['bg', 'bg-raised', 'bg-overlay'])
      expect(
        contrast(highContrastScheme[`--color-${front}`] ?? '', highContrastScheme[`--color-${ground}`] ?? ''),
      ).toBeGreaterThan(7);
});

test('What no page offers counts as the theme of the site.', () => {
  expect(['light', 'system', 'pink', '', undefined].map(schemeOf)).toEqual(['light', 'system', 'site', 'site', 'site']);
});
