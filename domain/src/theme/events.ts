/** Stream `theme`. `css` consists of lines such as `--color-x: value;`. */
export type ThemeEvent =
  /** `css: null` deletes the theme; `before: null` if there was none of that name. */
  | { type: 'ThemeSaved.v1'; data: { name: string; css: string | null; before: string | null } }
  | { type: 'ThemePublished.v1'; data: { name: string; before: string } }
  /** `logo` is an address, or null. `ground: 'light'`: the logo for light backgrounds. */
  | { type: 'LogoChanged.v1'; data: { logo: string | null; before: string | null; ground?: 'light' } };
