import { choiceKinds, type ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type {
  NotificationSettings,
  NotificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { changeNotificationSettings, notificationSettings } from '../notifications/notification-choices.js';
import type { PendingDelivery } from '../vault/deliveries/pending-deliveries.js';
import type { Vault } from '../vault/vault.js';
import { computeEmailTime, isPeriod, moveDigest } from './delivery-times.js';

type ChangedVault = Pick<Vault, 'choice' | 'editChoice' | 'deliveriesOf' | 'postponeDelivery'>;

interface Settings {
  before: NotificationSettings;
  after: NotificationSettings;
}

/** Also adapts the pending deliveries. `change` may be called repeatedly. */
export async function changeSettings(
  { vault }: { vault: ChangedVault },
  userId: number,
  change: (now: NotificationSettings) => NotificationSettingsChange,
): Promise<void> {
  const settings = await changeNotificationSettings({ vault }, userId, change);
  const { before, after } = settings;
  const isOther = (kind: ChoiceKind) => before.email[kind] !== after.email[kind];
  if (before.time_zone === after.time_zone && !choiceKinds.some(isOther)) return;
  for (const delivery of await vault.deliveriesOf(userId)) {
    const { id, channel, attempts, lastError } = delivery;
    if (channel !== 'email') continue;
    const moved = findMovedKinds(delivery, settings);
    const dueAt = findNewDueAt(delivery, moved, settings).toISOString();
    const keptKinds = [...new Set([...(delivery.keptKinds ?? []), ...moved])];
    if (dueAt === delivery.dueAt && moved.length === 0) continue;
    await vault.postponeDelivery(id, { dueAt, attempts, lastError, ...(keptKinds.length > 0 && { keptKinds }) });
  }
}

/** Remembers the browser's time zone unless the member already has one. */
export async function rememberTimeZone(
  services: { vault: ChangedVault & Pick<Vault, 'choices'> },
  userId: number,
  time_zone: string | undefined,
): Promise<void> {
  if (time_zone === undefined || (await notificationSettings(services, userId)).time_zone !== null) return;
  await changeSettings(services, userId, (now) => (now.time_zone === null ? { time_zone } : {}));
}

/** Returns the kinds in this delivery that the member now receives with another frequency. */
function findMovedKinds({ subject }: PendingDelivery, { before, after }: Settings): ChoiceKind[] {
  const frequency = isPeriod(subject) ? subject : 'at-once';
  return choiceKinds.filter(
    (kind) => before.email[kind] === frequency && after.email[kind] !== frequency && after.email[kind] !== 'never',
  );
}

/** A digest moves to the morning in a new time zone. Moved kinds are never sent later than their new frequency. */
function findNewDueAt(
  { subject, dueAt, attempts }: PendingDelivery,
  moved: readonly ChoiceKind[],
  { before, after }: Settings,
): Date {
  const due = new Date(dueAt);
  // A delivery that is retried is late already.
  if (attempts > 0) return due;
  const now = new Date();
  const [from, to] = [before.time_zone, after.time_zone];
  const isDigest = subject === 'daily' || subject === 'weekly';
  const times = [isDigest && from !== to ? moveDigest(due, { from, to, now }) : due];
  for (const kind of moved) {
    const frequency = after.email[kind];
    if (frequency !== 'never') times.push(computeEmailTime(frequency, now, to));
  }
  return new Date(Math.min(...times.map((time) => time.getTime())));
}
