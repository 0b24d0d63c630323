import { type NotificationKind, notificationKinds } from '@guildhall/domain/wire/kinds.js';
import type { NotificationChoices } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { z } from 'zod';
import type { Vault } from '../vault/vault.js';
import { Limiter } from '../process/limiter.js';

interface Dependencies {
  vault: Vault;
}

const name = 'notices';
const disabledKinds = z.array(z.string());

/**
 * Serialises changes because all kinds are stored as a single value, and concurrent changes would overwrite each other.
 */
const perMember = new Limiter({ running: 1 });

export async function notificationChoices({ vault }: Dependencies, userId: number): Promise<NotificationChoices> {
  const value = await vault.choice(userId, name);
  const kindsOff = new Set(value === null ? [] : disabledKinds.parse(JSON.parse(value)));
  return Object.fromEntries(notificationKinds.map((kind) => [kind, !kindsOff.has(kind)])) as NotificationChoices;
}

export async function setNotificationChoices(
  services: Dependencies,
  userId: number,
  choices: Partial<NotificationChoices>,
): Promise<void> {
  await perMember.run(async () => {
    const now: NotificationChoices = { ...(await notificationChoices(services, userId)), ...choices };
    const kindsOff = notificationKinds.filter((kind: NotificationKind) => !now[kind]);
    await services.vault.setChoice(userId, name, JSON.stringify(kindsOff));
  }, userId);
}
