import type { Scheme } from '@guildhall/domain/theme/schemes.js';

export const texts: { legend: string; kept: string; about: Record<Scheme, string> } = {
  legend: 'Site colours',
  kept: 'Saved in this browser only.',
  about: {
    site: 'The colours chosen for this site.',
    light: 'Dark text on a light background.',
    'high-contrast': 'White on black, with clear edges.',
    system: 'Light, dark or high contrast, as set on this device.',
  },
};
