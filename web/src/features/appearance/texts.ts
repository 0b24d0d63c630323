import type { Scheme } from '@guildhall/domain/theme/schemes.js';

export const texts: { legend: string; kept: string; about: Record<Scheme, string> } = {
  legend: 'Colours of the site',
  kept: 'Kept in this browser, for nobody else.',
  about: {
    site: 'What the owner of the site has chosen.',
    dark: 'Light text on a dark ground.',
    light: 'Dark text on a light ground.',
    'high-contrast': 'White on black, every edge drawn.',
    system: 'Light or dark as this device is set, with high contrast where it asks for that.',
  },
};
