/**
 * What a visitor chooses: what the site shows by default, one of three, or the setting of their system. The browser
 * stores it as a cookie, so that `/theme.css` is right before anything is drawn.
 */
export const schemes = ['site', 'dark', 'light', 'high-contrast', 'system'] as const;
export type Scheme = (typeof schemes)[number];
export const schemeCookie = 'scheme';

/** The scheme in the cookie; the default of the site for any other value. */
export function schemeOf(text: string | undefined): Scheme {
  return schemes.find((scheme) => scheme === text) ?? 'site';
}

/** What a site shows to who has not chosen; `theme`: as dark or light as its theme is. */
export const defaultAppearances = ['theme', 'dark', 'light', 'system'] as const;
export type DefaultAppearance = (typeof defaultAppearances)[number];
