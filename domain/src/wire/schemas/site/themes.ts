import { z } from 'zod';
import { id, name, time, userName } from '../fields.js';

export const themeRow = z.strictObject({
  name,
  /** Lines `--color-x: value;`. */
  css: z.string().min(1),
  live: z.boolean(),
  /** The value for `If-Match` when saving. */
  version: id,
  /** Absent for the default theme. */
  saved_at: time.optional(),
});
export type ThemeRow = z.infer<typeof themeRow>;

export const themeHistoryRow = z.strictObject({
  revision: id,
  what: z.enum(['saved', 'removed', 'published', 'logo', 'light logo']),
  /** The theme's name; null for a logo. */
  name: name.nullable(),
  /** The theme as saved or as removed; null for other entries. */
  css: z.string().nullable(),
  /** The new address of a logo; null for none. */
  logo: z.string().nullable(),
  at: time,
  /** Null for the installation itself. */
  by: userName.nullable(),
});
export type ThemeHistoryRow = z.infer<typeof themeHistoryRow>;
