/** Stream `theme`: the named themes, the one that is live, and the logo. `css`: lines `--color-x: value;`. */
export type ThemeEvent =
  /** `css: null` deletes the theme; `before: null` where no theme of that name existed. */
  | { type: 'ThemeSaved.v1'; data: { name: string; css: string | null; before: string | null } }
  /** This theme is on every page from now on. */
  | { type: 'ThemePublished.v1'; data: { name: string; before: string } }
  /** The address of a picture; null for the site's name in letters. */
  | { type: 'LogoChanged.v1'; data: { logo: string | null; before: string | null } };
