import { hostPattern, limits, modePattern } from '@guildhall/domain/limits.js';
import { emojiKeys, maxReactions } from '@guildhall/domain/reaction/emoji.js';
import type { SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import { defaultAppearances } from '@guildhall/domain/theme/schemes.js';
import { z } from 'zod';
import { flag, isOneLine, createOptionalTextSchema, createTextSchema } from '../request/input.js';
import { reasonField } from './reason.js';
import { email } from '../accounts/registration.js';

const trimmedText = z.string().transform((value) => value.toWellFormed().trim());

/** Accepts only absolute http(s) addresses without credentials. */
function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(value) || value.length > limits.address.max || !URL.canParse(value))
    return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

const isPath = (value: string): boolean =>
  /^\/(?![/\\])[^\s\p{Cc}\\]*$/u.test(value) && value.length <= limits.address.max;

const optionalAddress = trimmedText
  .refine((value) => value === '' || isWebAddress(value), { error: 'address-invalid' })
  .meta({ maxLength: limits.address.max, description: 'An http or https address, or empty' });
const banner = z.object({
  title: createOptionalTextSchema(limits.banner.title)
    .refine(isOneLine, { error: 'one-line' })
    .describe('One line, or empty')
    .default(''),
  text: createOptionalTextSchema(limits.banner.text).default(''),
  link: trimmedText
    .refine((value) => value === '' || isPath(value) || isWebAddress(value), { error: 'banner-link-invalid' })
    .meta({ maxLength: limits.address.max, description: 'A path of this site, an http or https address, or empty' })
    .default(''),
});

const modeName = trimmedText
  .refine((value) => modePattern.test(value), { error: 'mode-name-invalid' })
  .meta({ minLength: 1, maxLength: limits.modeName.max, description: 'Letters, digits, spaces, `_` and `-`' });
const modes = z
  .array(z.object({ mode: modeName, status_url: optionalAddress }))
  .max(limits.statusModes)
  .refine((them) => new Set(them.map(({ mode }) => mode.toLowerCase())).size === them.length, { error: 'mode-twice' });

const hosts = z
  .array(trimmedText.meta({ maxLength: limits.host.max, description: 'A host name such as `i.example.com`' }))
  .max(limits.imageHosts, { error: 'image-host-invalid' })
  .transform((them) => [...new Set(them.map((host) => host.toLowerCase()).filter((host) => host !== ''))])
  .refine((them) => them.every((host) => hostPattern.test(host)), {
    error: 'image-host-invalid',
  });

const reactions = z
  .array(z.enum(emojiKeys, { error: 'reactions-invalid' }))
  .min(1, { error: 'reactions-invalid' })
  .max(maxReactions, { error: 'reactions-invalid' })
  .refine((them) => new Set(them).size === them.length, { error: 'reactions-invalid' });

const createWholeNumberSchema = (max: number) =>
  z
    .int({ error: `must be a whole number from 0 to ${max}` })
    .min(0)
    .max(max);

const sender = trimmedText.meta({ maxLength: limits.email.max });

export const settingsBody = z.object({
  name: createTextSchema('site-name-length', 'site-name-length', limits.siteName.max)
    .refine(isOneLine, { error: 'one-line' })
    .describe('One line with at least one visible character')
    .optional(),
  server_address: trimmedText
    .refine((value) => /^[^\s\p{Cc}<>"'/\\]{0,260}$/u.test(value), { error: 'server-address-invalid' })
    .meta({ maxLength: 260, description: 'The host and port that players enter' })
    .optional(),
  chat_link: optionalAddress.optional(),
  store_link: optionalAddress.optional(),
  about: createOptionalTextSchema(limits.about.max).optional(),
  front_title: createOptionalTextSchema(limits.frontTitle.max)
    .transform((value) => value.replaceAll(/\r\n?/g, '\n').trim())
    .refine((value) => value.split('\n').every(isOneLine) && value.split('\n').length <= 2, { error: 'front-title' })
    .describe('One or two lines')
    .optional(),
  front_text: createOptionalTextSchema(limits.frontText.max).optional(),
  default_appearance: z
    .enum(defaultAppearances, { error: `must be one of ${defaultAppearances.join(', ')}` })
    .optional(),
  rules: z
    .string()
    .max(limits.content.max, { error: 'content-length' })
    .transform((value) => value.toWellFormed())
    .optional(),
  banners: z.array(banner).max(limits.banners).optional(),
  status_url: optionalAddress.optional(),
  status_modes: modes.optional(),
  image_hosts: hosts.optional(),
  reactions: reactions.optional(),
  mail_sender: z
    .union([sender.pipe(z.literal('')), sender.pipe(email)], { error: 'email-invalid' })
    .meta({ type: 'string', anyOf: undefined, maxLength: limits.email.max, description: 'An email address, or empty' })
    .optional(),
  presence: flag.optional(),
  upload_member_mb: createWholeNumberSchema(limits.upload.memberMb).optional(),
  upload_site_mb: createWholeNumberSchema(limits.upload.siteMb).optional(),
  uploads_per_minute: createWholeNumberSchema(limits.upload.perMinute).optional(),
  game_accounts: createWholeNumberSchema(limits.gameAccounts).optional(),
  heads_url: optionalAddress.optional(),
  set_up: flag.optional(),
  ...reasonField,
});
export type SettingsBody = z.infer<typeof settingsBody>;

export function findChangedSettings(body: SettingsBody): Partial<SiteSettings> {
  const changedSettings: { [K in keyof SiteSettings]: SiteSettings[K] | undefined } = {
    name: body.name,
    serverAddress: body.server_address,
    chatLink: body.chat_link,
    storeLink: body.store_link,
    about: body.about,
    frontTitle: body.front_title,
    frontText: body.front_text,
    defaultAppearance: body.default_appearance,
    rules: body.rules,
    banners: body.banners,
    statusUrl: body.status_url,
    statusModes: body.status_modes?.map(({ mode, status_url: statusUrl }) => ({ mode, statusUrl })),
    imageHosts: body.image_hosts,
    reactions: body.reactions,
    mailSender: body.mail_sender,
    presence: body.presence,
    uploadMemberMb: body.upload_member_mb,
    uploadSiteMb: body.upload_site_mb,
    uploadsPerMinute: body.uploads_per_minute,
    gameAccounts: body.game_accounts,
    headsUrl: body.heads_url,
    setUp: body.set_up,
  };
  return Object.fromEntries(Object.entries(changedSettings).filter(([, value]) => value !== undefined));
}
