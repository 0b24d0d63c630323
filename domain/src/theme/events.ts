/** The events in the `theme` stream. `css` consists of lines such as `--color-x: value;`. */
export type ThemeEvent =
  /** `css: null` deletes the theme. `before` is null if no theme had this name. */
  | { type: 'ThemeSaved.v1'; data: { name: string; css: string | null; before: string | null } }
  | { type: 'ThemePublished.v1'; data: { name: string; before: string } }
  /** `logo` is a URL or null. `ground: 'light'` marks the logo for light backgrounds. */
  | { type: 'LogoChanged.v1'; data: { logo: string | null; before: string | null; ground?: 'light' } };
