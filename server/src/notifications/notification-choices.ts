import { choiceKinds, type ChoiceKind, type EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import {
  type NotificationSettings,
  type NotificationSettingsChange,
  notificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { z } from 'zod';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Pick<Vault, 'choices'>;
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

const forEachKind = <Choice>(choice: (kind: ChoiceKind) => Choice) =>
  Object.fromEntries(choiceKinds.map((kind) => [kind, choice(kind)])) as Record<ChoiceKind, Choice>;

const defaults: NotificationSettings = {
  page: forEachKind(() => true),
  email: defaultFrequencies,
  push: forEachKind(() => true),
  push_text: true,
  auto_watch: true,
  time_zone: null,
};

export async function notificationSettings(services: Dependencies, userId: number): Promise<NotificationSettings> {
  return (await readNotificationSettings(services, [userId])).get(userId) ?? defaults;
}

export async function readNotificationSettings(
  { vault }: Dependencies,
  userIds: readonly number[],
): Promise<Map<number, NotificationSettings>> {
  const stored = await vault.choices(userIds, name);
  const without = userIds.filter((userId) => !stored.has(userId));
  const former = without.length === 0 ? new Map<number, string>() : await vault.choices(without, formerName);
  return new Map(userIds.map((userId) => [userId, settingsIn(stored.get(userId), former.get(userId))]));
}

/** Reads only one value because every reply needs it. */
export async function readAutoWatch({ vault }: Dependencies, userId: number): Promise<boolean> {
  const value = (await vault.choices([userId], name)).get(userId);
  return changed(defaults, value === undefined ? {} : changeIn(value)).auto_watch;
}

/** `change` may be called repeatedly. */
export async function changeNotificationSettings(
  { vault }: { vault: Pick<Vault, 'choice' | 'editChoice'> },
  userId: number,
  change: (now: NotificationSettings) => NotificationSettingsChange,
): Promise<void> {
  const former = await vault.choice(userId, formerName);
  await vault.editChoice(userId, name, (value) => {
    const now = settingsIn(value ?? undefined, former ?? undefined);
    return JSON.stringify(changed(now, change(now)));
  });
}

const settingsIn = (value: string | undefined, former: string | undefined): NotificationSettings =>
  changed(defaults, value === undefined ? formerChoices(former) : changeIn(value));

const { page, email, push, time_zone } = notificationSettingsChange.shape;
/** During an upgrade, another server may store kinds that this version does not know. */
const storedSettings = notificationSettingsChange.extend({
  page: page.unwrap().strip().optional(),
  email: email.unwrap().strip().optional(),
  push: push.unwrap().strip().optional(),
  time_zone: time_zone.catch(undefined),
});
const changeIn = (value: string): NotificationSettingsChange => storedSettings.parse(JSON.parse(value));

/** In these versions, `reply` included new posts in watched targets. */
function formerChoices(value = '[]'): NotificationSettingsChange {
  const kindsOff = new Set(disabledKinds.parse(JSON.parse(value)));
  return { page: forEachKind((kind) => !kindsOff.has(kind === 'watch' ? 'reply' : kind)) };
}

function changed(settings: NotificationSettings, change: NotificationSettingsChange): NotificationSettings {
  return {
    page: { ...settings.page, ...change.page },
    email: { ...settings.email, ...change.email },
    push: { ...settings.push, ...change.push },
    push_text: change.push_text ?? settings.push_text,
    auto_watch: change.auto_watch ?? settings.auto_watch,
    time_zone: change.time_zone ?? settings.time_zone,
  };
}
