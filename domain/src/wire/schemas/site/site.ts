import { z } from 'zod';
import { count, id, livePosition, name, time } from '../fields.js';
import { emojiKeys } from '../../../reaction/emoji.js';
import { defaultAppearances } from '../../../theme/schemes.js';
import { modeCount } from './statistics.js';

const link = z.string();
const banners = z.array(z.strictObject({ title: z.string(), text: z.string(), link }));
const siteTexts = {
  name,
  server_address: z.string(),
  chat_link: link,
  store_link: link,
  about: z.string(),
  front_title: z.string(),
  front_text: z.string(),
  banners,
  image_hosts: z.array(z.string()),
  reactions: z.array(z.enum(emojiKeys)),
};

export const look = {
  ...siteTexts,
  logo: z.string().nullable(),
  light_logo: z.string().nullable(),
  theme: name,
  /** The appearance for visitors who have not chosen one. `theme` is dark or light, to match the theme. */
  default_appearance: z.enum(defaultAppearances),
  set_up: z.boolean(),
};

export const playing = {
  players: z.strictObject({
    count,
    unknown_since: time.nullable(),
    counted: z.boolean(),
  }),
  modes: z.array(modeCount),
};

/** An address that is not set is ''. */
export const siteResponse = z.strictObject({
  ...look,
  ...playing,
  position: livePosition,
});
export type SiteResponse = z.infer<typeof siteResponse>;

export const rulesResponse = z.strictObject({ content: z.string(), content_html: z.string() });
export type RulesResponse = z.infer<typeof rulesResponse>;

export const settingsResponse = z.strictObject({
  ...siteTexts,
  rules: z.string(),
  default_appearance: look.default_appearance,
  status_url: link,
  status_modes: z.array(z.strictObject({ mode: name, status_url: link })),
  mail_sender: z.string(),
  presence: z.boolean(),
  upload_member_mb: count,
  upload_site_mb: count,
  uploads_per_minute: count,
  game_accounts: count,
  heads_url: link,
  set_up: z.boolean(),
  version: id,
});
export type SettingsResponse = z.infer<typeof settingsResponse>;
