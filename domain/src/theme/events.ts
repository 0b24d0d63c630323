/** Stream `theme`: the named themes, the one that is live, and the logos. `css`: lines `--color-x: value;`. */
export type ThemeEvent =
  /** `css: null` deletes the theme; `before: null` where no theme of that name existed. */
  | { type: 'ThemeSaved.v1'; data: { name: string; css: string | null; before: string | null } }
  /** This theme is on every page from now on. */
  | { type: 'ThemePublished.v1'; data: { name: string; before: string } }
  /** The address of a picture; null for none. `ground: 'light'`: the one for light grounds. */
  | { type: 'LogoChanged.v1'; data: { logo: string | null; before: string | null; ground?: 'light' } };
