import type {
  GrowthPoint,
  ModeCount,
  PlayersPoint,
  RulesAnswer,
  SettingsAnswer,
  SiteAnswer,
  StatusAnswer,
  ThemeActRow,
  ThemeRow,
} from '@guildhall/domain/wire/site.js';
import { z } from 'zod';
import { count, id, name, time } from './fields.js';

const version = z.int().positive();
const link = z.string();

export const themeRow = z.strictObject({
  name,
  css: z.string().min(1),
  live: z.boolean(),
  version,
  saved_at: time.optional(),
}) satisfies z.ZodType<ThemeRow>;

export const themeActRow = z.strictObject({
  revision: id,
  what: z.enum(['saved', 'removed', 'published', 'logo']),
  name: name.nullable(),
  css: z.string().nullable(),
  logo: z.string().nullable(),
  at: time,
  by: z.strictObject({ id, username: name }).nullable(),
}) satisfies z.ZodType<ThemeActRow>;

const players = { players: count, unknown_since: time.nullable() };
const modeCount = z.strictObject({ mode: name, ...players }) satisfies z.ZodType<ModeCount>;
export const statusAnswer = z.strictObject({
  ...players,
  modes: z.array(modeCount),
}) satisfies z.ZodType<StatusAnswer>;

const banners = z.array(z.strictObject({ title: z.string(), text: z.string(), link }));
const called = { name, server_address: z.string(), chat_link: link, store_link: link, about: z.string(), banners };

export const siteAnswer = z.strictObject({
  ...called,
  logo: z.string().nullable(),
  theme: name,
  set_up: z.boolean(),
  players: z.strictObject({ count, unknown_since: time.nullable() }),
  modes: z.array(modeCount),
  position: z.string().regex(/^[0-9a-f]{8}\.\d{20}$/),
}) satisfies z.ZodType<SiteAnswer>;

export const rulesAnswer = z.strictObject({
  content: z.string(),
  content_html: z.string(),
}) satisfies z.ZodType<RulesAnswer>;

export const settingsAnswer = z.strictObject({
  ...called,
  rules: z.string(),
  status_url: link,
  status_modes: z.array(z.strictObject({ mode: name, status_url: link })),
  mail_sender: z.string(),
  set_up: z.boolean(),
  version,
}) satisfies z.ZodType<SettingsAnswer>;

export const playersPoint = z.strictObject({
  at: time,
  average: z.number().min(0).nullable(),
  max: count.nullable(),
}) satisfies z.ZodType<PlayersPoint>;

export const growthPoint = z.strictObject({
  at: z.iso.date(),
  registered: count,
  verified: count,
  threads: count,
  replies: count,
}) satisfies z.ZodType<GrowthPoint>;
