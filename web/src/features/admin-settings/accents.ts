import { themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';

export type AccentName = 'orange' | 'green' | 'teal' | 'blue' | 'violet' | 'rose';

interface Accent {
  /** The colour, a brighter one, as a background behind text, as a link, as text on top of it. */
  is: string;
  bright: string;
  soft: string;
  link: string;
  on: string;
}

/** The accents that a new site may choose without the theme editor; each is readable everywhere (WCAG AA, tested). */
export const accents: Record<AccentName, Accent> = {
  orange: { is: '#f59331', bright: '#ffa64d', soft: '#3a2615', link: '#ffb067', on: '#1c1006' },
  green: { is: '#7cc96a', bright: '#93dc82', soft: '#1f3018', link: '#9bdc8c', on: '#0c1a07' },
  teal: { is: '#45c4b4', bright: '#62d8c9', soft: '#122f2b', link: '#7adccf', on: '#04201c' },
  blue: { is: '#6aaef2', bright: '#86c0fa', soft: '#182c40', link: '#93c6fa', on: '#071627' },
  violet: { is: '#b99af5', bright: '#cab1fb', soft: '#2c2142', link: '#cdb6fb', on: '#180c2e' },
  rose: { is: '#f28aa6', bright: '#fba3ba', soft: '#3d1c26', link: '#fbabc0', on: '#2a0913' },
};

/** The default theme with another accent, wherever it uses the accent. */
export function themeWith(name: AccentName): ThemeVariables {
  const { is, bright, soft, link, on } = accents[name];
  return {
    ...defaultTheme,
    '--color-accent': is,
    '--color-accent-hover': bright,
    '--color-accent-soft': soft,
    '--color-on-accent': on,
    '--color-link': link,
    '--color-focus': bright,
    '--color-quote-bar': is,
    '--color-selection': soft,
    '--color-chart-line': is,
    '--color-chart-fill': soft,
    '--color-mark-from': bright,
    '--color-mark-to': is,
  };
}

export const cssWith = (name: AccentName): string => themeText(themeWith(name));
