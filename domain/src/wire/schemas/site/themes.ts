import { z } from 'zod';
import { id, name, time } from '../fields.js';

export const themeRow = z.strictObject({
  name,
  /** Lines `--color-x: value;`. */
  css: z.string().min(1),
  live: z.boolean(),
  /** For `If-Match` of the call that saves it. */
  version: id,
  /** The default theme has none. */
  saved_at: time.optional(),
});
export type ThemeRow = z.infer<typeof themeRow>;

/** An entry in the history of themes and logo. */
export const themeHistoryRow = z.strictObject({
  revision: id,
  what: z.enum(['saved', 'removed', 'published', 'logo']),
  /** Of the theme; null for a logo. */
  name: name.nullable(),
  /** As it was saved, or was when it was removed; null for the other entries. */
  css: z.string().nullable(),
  /** For a change of the logo: its new address; null for none. */
  logo: z.string().nullable(),
  at: time,
  /** Null: the installation itself. */
  by: z.strictObject({ id, username: name }).nullable(),
});
export type ThemeHistoryRow = z.infer<typeof themeHistoryRow>;
