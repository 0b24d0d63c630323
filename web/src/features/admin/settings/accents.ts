import { defaultAccent } from '@guildhall/domain/theme/base-colours.js';

/** The accents that a new site may choose without the theme editor: what else it needs comes from the colour. */
export const accents = {
  orange: defaultAccent,
  green: '#7cc96a',
  teal: '#45c4b4',
  blue: '#6aaef2',
  violet: '#b99af5',
  rose: '#f28aa6',
} as const;
export type AccentName = keyof typeof accents;

/** The text of a theme with this accent. */
export const cssWith = (accent: string): string => `--color-accent: ${accent};`;
