import { baseColours, defaultAccent, type Appearance } from './base-colours.js';
import { hexOf, isDark } from './colour.js';
import type { ThemeVariables } from './css.js';
import { paletteOf } from './palette.js';

const accentName = '--color-accent';
const backgroundName = '--color-bg';

export function appearanceOf(named: ThemeVariables): 'dark' | 'light' {
  return isDark(named[backgroundName] ?? '') ? 'dark' : 'light';
}

export function coloursOf(named: ThemeVariables, appearance: Appearance = appearanceOf(named)): ThemeVariables {
  const own = appearance === appearanceOf(named) ? named : {};
  const base = { ...baseColours[appearance], ...own };
  const palette = paletteOf(named[accentName] ?? defaultAccent, base, appearance);
  const { [accentName]: written = '' } = own;
  const accent = (hexOf(written) === palette[accentName] ? written : palette[accentName]) ?? defaultAccent;
  return { ...base, ...palette, ...own, [accentName]: accent };
}

export const defaultTheme = coloursOf({});

export function withoutDerived(named: ThemeVariables): ThemeVariables {
  const appearance = appearanceOf(named);
  const base = { ...baseColours[appearance], ...named };
  const derived = { ...baseColours[appearance], ...paletteOf(named[accentName] ?? defaultAccent, base, appearance) };
  const isRequired = (name: string) => name === accentName || (name === backgroundName && appearance === 'light');
  const stored = Object.entries(named).filter(
    ([name, value]) => isRequired(name) || value.toLowerCase() !== derived[name]?.toLowerCase(),
  );
  return stored.length === 0 ? { [accentName]: defaultAccent } : Object.fromEntries(stored);
}
