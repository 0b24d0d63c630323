/** Stored in a cookie so that `/theme.css` is correct before the first paint. 'site' is the site's default. */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

export function parseScheme(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** The default for visitors who have not chosen a scheme. `theme` means dark or light, to match the theme. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
