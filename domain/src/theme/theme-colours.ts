import { hexOf, isDark } from './colour.js';
import type { ThemeVariables } from './css.js';
import { defaultAccent, defaultTheme } from './default-theme.js';
import { highContrastGrounds, lightGrounds } from './grounds.js';
import { paletteOf, type Appearance } from './palette.js';

const accentName = '--color-accent';
const groundName = '--color-bg';
const grounds: Record<Appearance, ThemeVariables> = {
  dark: defaultTheme,
  light: lightGrounds,
  'high-contrast': highContrastGrounds,
};

/** Whether the theme itself is dark or light: its ground says so. */
export function appearanceOf(named: ThemeVariables): 'dark' | 'light' {
  return isDark(named[groundName] ?? '') ? 'dark' : 'light';
}

/**
 * Every colour of the site in an appearance, out of the few that a theme names. In the appearance of the theme itself
 * what it names wins; the others get its accent.
 */
export function coloursOf(named: ThemeVariables, appearance: Appearance = appearanceOf(named)): ThemeVariables {
  const own = appearance === appearanceOf(named) ? named : {};
  const base = { ...defaultTheme, ...grounds[appearance], ...own };
  const palette = paletteOf(named[accentName] ?? defaultAccent, base, appearance);
  // As it is written, unless another tone has to take its place.
  const { [accentName]: written = '' } = own;
  const accent = (hexOf(written) === palette[accentName] ? written : palette[accentName]) ?? defaultAccent;
  return { ...base, ...palette, ...own, [accentName]: accent };
}

/** What a theme has to name so that it gives the same colours: the rest comes from its accent. */
export function withoutDerived(named: ThemeVariables): ThemeVariables {
  const appearance = appearanceOf(named);
  const base = { ...grounds[appearance], ...named };
  const given = { ...grounds[appearance], ...paletteOf(named[accentName] ?? defaultAccent, base, appearance) };
  const decides = (name: string) => name === accentName || (name === groundName && appearance === 'light');
  const kept = Object.entries(named).filter(
    ([name, value]) => decides(name) || value.toLowerCase() !== given[name]?.toLowerCase(),
  );
  return kept.length === 0 ? { [accentName]: defaultAccent } : Object.fromEntries(kept);
}
