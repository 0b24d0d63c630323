import { baseColours, defaultAccent, type Appearance } from './base-colours.js';
import { hexOf, isDark } from './colour.js';
import type { ThemeVariables } from './css.js';
import { paletteOf } from './palette.js';

const accentName = '--color-accent';
const backgroundName = '--color-bg';

export function appearanceOf(theme: ThemeVariables): 'dark' | 'light' {
  return isDark(theme[backgroundName] ?? '') ? 'dark' : 'light';
}

export function coloursOf(theme: ThemeVariables, appearance: Appearance = appearanceOf(theme)): ThemeVariables {
  const ownColours = appearance === appearanceOf(theme) ? theme : {};
  const base = { ...baseColours[appearance], ...ownColours };
  const palette = paletteOf(theme[accentName] ?? defaultAccent, base, appearance);
  const { [accentName]: ownAccent = '' } = ownColours;
  const accent = (hexOf(ownAccent) === palette[accentName] ? ownAccent : palette[accentName]) ?? defaultAccent;
  return { ...base, ...palette, ...ownColours, [accentName]: accent };
}

export const defaultTheme = coloursOf({});

export function omitDerivedColours(theme: ThemeVariables): ThemeVariables {
  const appearance = appearanceOf(theme);
  const base = { ...baseColours[appearance], ...theme };
  const derivedColours = {
    ...baseColours[appearance],
    ...paletteOf(theme[accentName] ?? defaultAccent, base, appearance),
  };
  const isRequired = (name: string) => name === accentName || (name === backgroundName && appearance === 'light');
  const storedColours = Object.entries(theme).filter(
    ([name, value]) => isRequired(name) || value.toLowerCase() !== derivedColours[name]?.toLowerCase(),
  );
  return storedColours.length === 0 ? { [accentName]: defaultAccent } : Object.fromEntries(storedColours);
}
