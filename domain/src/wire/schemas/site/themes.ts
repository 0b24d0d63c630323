import { z } from 'zod';
import { id, name, time, userName } from '../fields.js';

export const themeRow = z.strictObject({
  name,
  css: z.string().min(1),
  live: z.boolean(),
  version: id,
  saved_at: time.optional(),
});
export type ThemeRow = z.infer<typeof themeRow>;

export const themeHistoryRow = z.strictObject({
  revision: id,
  what: z.enum(['saved', 'removed', 'published', 'logo', 'light logo']),
  name: name.nullable(),
  css: z.string().nullable(),
  logo: z.string().nullable(),
  at: time,
  by: userName.nullable(),
});
export type ThemeHistoryRow = z.infer<typeof themeHistoryRow>;
