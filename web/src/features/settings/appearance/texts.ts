import type { Scheme } from '@guildhall/domain/theme/schemes.js';
import type { Density } from '../../../shared/browser/list-choices.js';

const about: Record<Scheme, string> = {
  site: 'The appearance chosen for this site.',
  dark: 'Light text on a dark background.',
  light: 'Dark text on a light background.',
  'high-contrast': 'White on black, with clear edges.',
  system: 'Light, dark or high contrast, as set on this device.',
};

const densities: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' };

const aboutDensity: Record<Density, string> = {
  compact: 'Low rows with one line of each thread.',
  comfortable: 'Higher rows with up to three lines of each thread.',
};

export const texts = {
  legend: 'Site colours',
  kept: 'Saved in this browser only.',
  about,
  lists: 'Lists of threads',
  densities,
  aboutDensity,
  singleKeys: 'Single-key shortcuts',
  aboutSingleKeys: 'J, K, O, M and R are commands in “All latest”, and ? lists them.',
} as const;
