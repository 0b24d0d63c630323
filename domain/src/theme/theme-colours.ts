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
  // As the theme writes it, unless the palette had to change it.
  const { [accentName]: written = '' } = own;
  const accent = (hexOf(written) === palette[accentName] ? written : palette[accentName]) ?? defaultAccent;
  return { ...base, ...palette, ...own, [accentName]: accent };
}

/** Pages contain these values, so that they look right before a theme is loaded. */
export const defaultTheme = coloursOf({});

/** Removes the variables that follow from the theme's accent. */
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
