import { baseColours, defaultAccent, type Appearance } from './base-colours.js';
import { toHex, isDark } from './colour.js';
import type { ThemeVariables } from './css.js';
import { derivePalette } from './palette.js';

const accentName = '--color-accent';
const backgroundName = '--color-bg';

export function detectAppearance(theme: ThemeVariables): 'dark' | 'light' {
  return isDark(theme[backgroundName] ?? '') ? 'dark' : 'light';
}

export function deriveColours(theme: ThemeVariables, appearance: Appearance = detectAppearance(theme)): ThemeVariables {
  const ownColours = appearance === detectAppearance(theme) ? theme : {};
  const base = { ...baseColours[appearance], ...ownColours };
  const palette = derivePalette(theme[accentName] ?? defaultAccent, base, appearance);
  const { [accentName]: ownAccent = '' } = ownColours;
  const accent = (toHex(ownAccent) === palette[accentName] ? ownAccent : palette[accentName]) ?? defaultAccent;
  return { ...base, ...palette, ...ownColours, [accentName]: accent };
}

export const defaultTheme = deriveColours({});

export function omitDerivedColours(theme: ThemeVariables): ThemeVariables {
  const appearance = detectAppearance(theme);
  const base = { ...baseColours[appearance], ...theme };
  const derivedColours = {
    ...baseColours[appearance],
    ...derivePalette(theme[accentName] ?? defaultAccent, base, appearance),
  };
  const isRequired = (name: string) => name === accentName || (name === backgroundName && appearance === 'light');
  const storedColours = Object.entries(theme).filter(
    ([name, value]) => isRequired(name) || value.toLowerCase() !== derivedColours[name]?.toLowerCase(),
  );
  return storedColours.length === 0 ? { [accentName]: defaultAccent } : Object.fromEntries(storedColours);
}
