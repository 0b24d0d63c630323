/**
 * A visitor's choice: the site's default, one of three schemes, or the system's setting. It is stored as a cookie, so
 * that `/theme.css` is right before anything is drawn.
 */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

/** Returns the scheme in the cookie; the site's default for any other value. */
export function schemeOf(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** What visitors see who have not chosen; `theme`: as dark or light as the theme is. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
