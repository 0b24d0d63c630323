import { choiceKinds, type ChoiceKind, emailFrequencies, type EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import {
  type NotificationSettings,
  type NotificationSettingsChange,
  timeZone,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { z } from 'zod';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Pick<Vault, 'findChoices'>;
}

const name = 'notification-settings';
/** Lists the kinds that are turned off. Stored by versions without emails. */
const formerName = 'notices';
const disabledKinds = z.array(z.string());

/** A new follower needs no answer, so that email can wait for a digest. */
const defaultFrequencies: Record<ChoiceKind, EmailFrequency> = {
  watch: 'at-once',
  reply: 'at-once',
  mention: 'at-once',
  quote: 'at-once',
  solution: 'at-once',
  wall: 'at-once',
  follow: 'daily',
  moderation: 'at-once',
  report: 'at-once',
};

const mapKinds = <Choice>(choice: (kind: ChoiceKind) => Choice) =>
  Object.fromEntries(choiceKinds.map((kind) => [kind, choice(kind)])) as Record<ChoiceKind, Choice>;

const defaults: NotificationSettings = {
  page: mapKinds(() => true),
  email: defaultFrequencies,
  push: mapKinds(() => true),
  push_text: true,
  auto_watch: true,
  time_zone: null,
};

/** During an upgrade, another server may store kinds and choices that this version does not know. */
const storedSettings = z.object({
  page: z.object(mapKinds((kind) => z.boolean().catch(defaults.page[kind]))).catch(defaults.page),
  email: z.object(mapKinds((kind) => z.enum(emailFrequencies).catch(defaults.email[kind]))).catch(defaults.email),
  push: z.object(mapKinds((kind) => z.boolean().catch(defaults.push[kind]))).catch(defaults.push),
  push_text: z.boolean().catch(defaults.push_text),
  auto_watch: z.boolean().catch(defaults.auto_watch),
  time_zone: timeZone.nullable().catch(defaults.time_zone),
});

export async function loadNotificationSettings(services: Dependencies, userId: number): Promise<NotificationSettings> {
  return (await readNotificationSettings(services, [userId])).get(userId) ?? defaults;
}

export async function readNotificationSettings(
  { vault }: Dependencies,
  userIds: readonly number[],
): Promise<Map<number, NotificationSettings>> {
  const storedChoices = await vault.findChoices(userIds, name);
  const without = userIds.filter((userId) => !storedChoices.has(userId));
  const former = without.length === 0 ? new Map<number, string>() : await vault.findChoices(without, formerName);
  return new Map(
    userIds.map((userId) => [
      userId,
      storedSettings.parse(parseChoices(storedChoices.get(userId), former.get(userId))),
    ]),
  );
}

/** Reads only one value because every reply needs it. */
export async function readAutoWatch({ vault }: { vault: Pick<Vault, 'findChoice'> }, userId: number): Promise<boolean> {
  const value = await vault.findChoice(userId, name);
  return value === null ? defaults.auto_watch : storedSettings.parse(parseChoices(value)).auto_watch;
}

/** Returns the settings before and after a change without storing it. */
export async function previewNotificationSettings(
  services: Dependencies,
  userId: number,
  change: (settings: NotificationSettings) => NotificationSettingsChange,
): Promise<{ before: NotificationSettings; after: NotificationSettings }> {
  const before = await loadNotificationSettings(services, userId);
  return { before, after: storedSettings.parse(mergeChoices(before, change(before))) };
}

/** `change` may be called repeatedly. */
export async function changeNotificationSettings(
  { vault }: { vault: Pick<Vault, 'findChoice' | 'editChoice'> },
  userId: number,
  change: (settings: NotificationSettings) => NotificationSettingsChange,
): Promise<void> {
  const former = await vault.findChoice(userId, formerName);
  await vault.editChoice(userId, name, (value) => {
    const storedChoices = parseChoices(value ?? undefined, former ?? undefined);
    return JSON.stringify(mergeChoices(storedChoices, change(storedSettings.parse(storedChoices))));
  });
}

const parseChoices = (value: string | undefined, former?: string): NotificationSettingsChange =>
  value === undefined ? parseFormerChoices(former) : (JSON.parse(value) as NotificationSettingsChange);

/** In these versions, `reply` included new posts in watched targets. */
function parseFormerChoices(value = '[]'): NotificationSettingsChange {
  const kindsOff = new Set(disabledKinds.parse(JSON.parse(value)));
  return { page: mapKinds((kind) => !kindsOff.has(kind === 'watch' ? 'reply' : kind)) };
}

/** Retains what only a newer version knows. */
const mergeChoices = (
  choices: NotificationSettings | NotificationSettingsChange,
  change: NotificationSettingsChange,
) => ({
  ...choices,
  ...change,
  page: { ...choices.page, ...change.page },
  email: { ...choices.email, ...change.email },
  push: { ...choices.push, ...change.push },
});
