import type {
  NotificationSettings,
  NotificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { changeNotificationSettings } from '../notifications/notification-choices.js';
import type { Vault } from '../vault/vault.js';
import { moveDigest } from './delivery-times.js';

type ChangedVault = Pick<Vault, 'choice' | 'editChoice' | 'deliveriesOf' | 'postponeDelivery'>;

/** Also moves waiting digests to the morning in a new time zone. `change` may be called repeatedly. */
export async function changeSettings(
  { vault }: { vault: ChangedVault },
  userId: number,
  change: (now: NotificationSettings) => NotificationSettingsChange,
): Promise<void> {
  const { before, after } = await changeNotificationSettings({ vault }, userId, change);
  const [from, to] = [before.time_zone, after.time_zone];
  if (from === to) return;
  for (const { id, subject, dueAt, attempts, lastError } of await vault.deliveriesOf(userId)) {
    const isDigest = subject === 'daily' || subject === 'weekly';
    // A digest that is retried is late already.
    if (!isDigest || attempts > 0) continue;
    const movedTo = moveDigest(new Date(dueAt), { from, to, now: new Date() });
    await vault.postponeDelivery(id, { dueAt: movedTo.toISOString(), attempts, lastError });
  }
}
