import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findContrastFaults } from './contrast-pairs.js';
import { computeContrast, toHex, toOklch } from './colour.js';
import { appearances, defaultAccent } from './base-colours.js';
import { adjustRoleColour } from './palette.js';
import { detectAppearance, deriveColours, defaultTheme, omitDerivedColours } from './theme-colours.js';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const derivedNames = Object.keys(defaultTheme).filter(
  (name) => deriveColours({ '--color-accent': '#3355ff' })[name] !== defaultTheme[name],
);

describe('accent colour', () => {
  test('derives readable colours from any accent in every appearance (WCAG AA)', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        for (const appearance of appearances)
          expect(findContrastFaults(deriveColours({ '--color-accent': accent }, appearance)), appearance).toEqual([]);
      }),
      { numRuns: 200, examples: [['#000000'], ['#ffffff'], ['#808080'], ['#fff3a0'], ['#00ff00'], ['#0000ff']] },
    );
  });

  test('link colours have a contrast ratio of at least seven in high contrast', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const visibleColour = deriveColours({ '--color-accent': accent }, 'high-contrast');
        expect(computeContrast(visibleColour['--color-link'] ?? '', '#141414')).toBeGreaterThanOrEqual(7);
      }),
      { numRuns: 50 },
    );
  });

  test('an accent determines all tinted colours, but no backgrounds or status colours', () => {
    expect([...derivedNames].sort()).toEqual(
      ['accent', 'accent-hover', 'accent-soft', 'on-accent', 'link', 'focus', 'code-text', 'quote-bar', 'selection']
        .concat(['chart-line', 'chart-fill', 'mark-from', 'mark-to'])
        .map((name) => `--color-${name}`)
        .sort(),
    );
  });

  test.each(appearances)('preserves the accent hue in every colour of the %s scheme', (appearance) => {
    const green = deriveColours({ '--color-accent': '#22aa44' }, appearance);
    for (const name of derivedNames) {
      const { c, h } = toOklch(green[name] ?? '') ?? { c: 0, h: 0 };
      if (c > 0.02) expect(Math.abs(h - 148), name).toBeLessThan(25);
    }
  });

  test('uses the accent itself if it is distinguishable, otherwise the closest tone', () => {
    expect(deriveColours({ '--color-accent': 'Teal' })['--color-accent']).toBe('Teal');
    const navy = deriveColours({ '--color-accent': '#000044' })['--color-accent'] ?? '';
    expect(computeContrast(navy, defaultTheme['--color-bg-overlay'] ?? '')).toBeCloseTo(3, 0);
  });

  test('uses the default accent if the notation is unknown', () => {
    expect(deriveColours({ '--color-accent': 'currentcolor' })).toEqual(defaultTheme);
  });
});

test('role colours are readable in every appearance', () => {
  fc.assert(
    fc.property(colour, colour, (color, accent) => {
      for (const appearance of appearances) {
        const colours = deriveColours({ '--color-accent': accent }, appearance);
        const visibleColour = adjustRoleColour(colours, color, appearance);
        for (const background of ['bg', 'bg-raised', 'bg-overlay', 'row-hover', 'accent-soft'])
          expect(
            computeContrast(visibleColour, colours[`--color-${background}`] ?? ''),
            appearance,
          ).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 100 },
  );
});

describe('theme colours', () => {
  test('a theme without colours is identical to the default theme', () => {
    expect(deriveColours({})).toEqual(defaultTheme);
    expect(deriveColours({ '--color-accent': defaultAccent })).toEqual(defaultTheme);
  });

  test("explicit colours apply only in the theme's own appearance", () => {
    const namedColours = { '--color-accent': '#22aa44', '--color-link': '#0000ff', '--color-x': 'red' };
    expect(deriveColours(namedColours)).toMatchObject(namedColours);
    const light = deriveColours(namedColours, 'light');
    expect(light['--color-link']).not.toBe('#0000ff');
    expect(light).not.toHaveProperty('--color-x');
    expect(toHex(light['--color-accent'] ?? '')).toBe(
      deriveColours({ '--color-accent': '#22aa44' }, 'light')['--color-accent'],
    );
  });

  test('a theme with a light background becomes a light theme with matching colours', () => {
    const paper = { '--color-bg': '#fffdf5' };
    expect([detectAppearance(paper), detectAppearance({})]).toEqual(['light', 'dark']);
    expect(findContrastFaults(deriveColours(paper))).toEqual([]);
    expect(findContrastFaults(deriveColours(paper, 'dark'))).toEqual([]);
  });

  test('links are readable on custom backgrounds', () => {
    const blue = { '--color-bg-overlay': '#335577', '--color-accent': '#3366aa' };
    expect(computeContrast(deriveColours(blue)['--color-link'] ?? '', '#335577')).toBeGreaterThanOrEqual(4.5);
  });

  test('removes colours that can be derived from the accent', () => {
    expect(omitDerivedColours(defaultTheme)).toEqual({ '--color-accent': defaultAccent });
    const green = deriveColours({ '--color-accent': '#22aa44' });
    expect(omitDerivedColours({ ...green, '--color-quote-bar': '#ff0000' })).toEqual({
      '--color-accent': '#22aa44',
      '--color-quote-bar': '#ff0000',
    });
    expect(omitDerivedColours({ '--color-bg': '#17110D' })).toEqual({ '--color-accent': defaultAccent });
    expect(omitDerivedColours({ '--color-bg': '#001122' })).toEqual({ '--color-bg': '#001122' });
  });

  test("removing derived colours does not change a theme's appearance", () => {
    const names = fc.constantFrom('bg', 'bg-raised', 'text', 'accent', 'link', 'on-accent', 'quote', 'x');
    const value = fc.oneof(colour, fc.constantFrom('#FAF6F1', '#ffffff', '#17110d', 'teal', '#f59331'));
    fc.assert(
      fc.property(fc.dictionary(names, value, { minKeys: 1 }), (entries) => {
        const namedColours = Object.fromEntries(Object.entries(entries).map(([name, is]) => [`--color-${name}`, is]));
        const storedColours = omitDerivedColours(namedColours);
        const toLowerCase = (all: object) => JSON.parse(JSON.stringify(all).toLowerCase()) as object;
        expect(toLowerCase(deriveColours(storedColours))).toEqual(toLowerCase(deriveColours(namedColours)));
        expect(omitDerivedColours(storedColours)).toEqual(storedColours);
      }),
      { numRuns: 100 },
    );
  });
});
