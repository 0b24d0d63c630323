/** Stored in a cookie, so that `/theme.css` is correct before anything is drawn. 'site' is the site's default. */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

export function schemeOf(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** For visitors who have not chosen a scheme. `theme`: dark or light, whichever the theme is. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
