/** Stored as a cookie, so that `/theme.css` is right before anything is drawn. 'site' is the site's default. */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

export function schemeOf(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** For visitors who have not chosen; `theme`: as dark or light as the theme is. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
