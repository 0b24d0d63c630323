/** Stream `theme`: the named themes, the live one, and the logos. `css`: lines `--color-x: value;`. */
export type ThemeEvent =
  /** `css: null` deletes the theme; `before: null` if no theme of that name existed. */
  | { type: 'ThemeSaved.v1'; data: { name: string; css: string | null; before: string | null } }
  | { type: 'ThemePublished.v1'; data: { name: string; before: string } }
  /** The address of a picture, or null. `ground: 'light'`: the logo for light backgrounds. */
  | { type: 'LogoChanged.v1'; data: { logo: string | null; before: string | null; ground?: 'light' } };
