/** Stored in a cookie so that `/theme.css` is correct before the first paint. 'site' is the default of the site. */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

export function parseScheme(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** For visitors who have not chosen a scheme. `theme` is dark or light, to match the theme. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
