import { choiceKinds, type ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type {
  NotificationSettings,
  NotificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { Logger } from 'pino';
import {
  changeNotificationSettings,
  loadNotificationSettings,
  previewNotificationSettings,
} from '../notifications/notification-choices.js';
import type { PendingDelivery } from '../vault/deliveries/pending-deliveries.js';
import type { Vault } from '../vault/vault.js';
import { computeEmailTime, isPeriod, moveDigest } from './delivery-times.js';

type ChangedVault = Pick<Vault, 'findChoice' | 'findChoices' | 'editChoice' | 'listDeliveries' | 'postponeDelivery'>;

interface Settings {
  before: NotificationSettings;
  after: NotificationSettings;
}

/**
 * Adapts the pending deliveries first, so that repeating an interrupted change completes it. `change` may be called
 * repeatedly.
 */
export async function changeSettings(
  { vault }: { vault: ChangedVault },
  userId: number,
  change: (settings: NotificationSettings) => NotificationSettingsChange,
): Promise<void> {
  await adaptDeliveries(vault, userId, await previewNotificationSettings({ vault }, userId, change));
  await changeNotificationSettings({ vault }, userId, change);
}

/** Changes no other delivery fields because an attempt to send the delivery may fail at the same time. */
async function adaptDeliveries(vault: ChangedVault, userId: number, settings: Settings): Promise<void> {
  const { before, after } = settings;
  const isOther = (kind: ChoiceKind) => before.email[kind] !== after.email[kind];
  if (before.time_zone === after.time_zone && !choiceKinds.some(isOther)) return;
  for (const delivery of await vault.listDeliveries(userId)) {
    if (delivery.channel !== 'email') continue;
    const movedKinds = findMovedKinds(delivery, settings);
    const dueAt = findNewDueAt(delivery, movedKinds, settings).toISOString();
    const isMoved = dueAt !== delivery.dueAt;
    if (!isMoved && movedKinds.length === 0) continue;
    const retainedKinds = [...new Set([...(delivery.retainedKinds ?? []), ...movedKinds])];
    await vault.postponeDelivery(delivery.id, {
      ...(isMoved && { dueAt }),
      ...(movedKinds.length > 0 && { retainedKinds }),
    });
  }
}

/** Returns the kinds in this delivery that the member now receives with another frequency. */
function findMovedKinds({ subject }: PendingDelivery, { before, after }: Settings): ChoiceKind[] {
  const frequency = isPeriod(subject) ? subject : 'at-once';
  return choiceKinds.filter(
    (kind) => before.email[kind] === frequency && after.email[kind] !== frequency && after.email[kind] !== 'never',
  );
}

/** A digest moves to the morning in a new time zone. Kinds that move are never sent later than their new frequency. */
function findNewDueAt(
  { subject, dueAt, attempts }: PendingDelivery,
  movedKinds: readonly ChoiceKind[],
  { before, after }: Settings,
): Date {
  const due = new Date(dueAt);
  // A delivery that is retried is late already.
  if (attempts > 0) return due;
  const now = new Date();
  const [from, to] = [before.time_zone, after.time_zone];
  const isDigest = subject === 'daily' || subject === 'weekly';
  const times = [isDigest && from !== to ? moveDigest(due, { from, to, now }) : due];
  for (const kind of movedKinds) {
    const frequency = after.email[kind];
    if (frequency !== 'never') times.push(computeEmailTime(frequency, now, to));
  }
  return new Date(Math.min(...times.map((time) => time.getTime())));
}

export class TimeZones {
  constructor(private readonly services: { vault: Vault; logger: Logger }) {}

  /**
   * Remembers the browser's time zone unless the member already has one. A failure is only logged, because the account
   * or session exists already, and the next login tries again.
   */
  async remember(userId: number, time_zone: string | undefined): Promise<void> {
    if (time_zone === undefined) return;
    try {
      if ((await loadNotificationSettings(this.services, userId)).time_zone !== null) return;
      await changeSettings(this.services, userId, (settings) => (settings.time_zone === null ? { time_zone } : {}));
    } catch (error) {
      this.services.logger.error({ err: error, userId }, "the browser's time zone was not stored");
    }
  }
}
