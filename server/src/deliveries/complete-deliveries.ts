import { readNotificationSettings } from '../notifications/notification-choices.js';
import type { Policy } from '../policy/policy.js';
import { getMarksRetainedSince } from '../read-models/read-states.js';
import type { DeliveryChannel, FailedDelivery, PendingDelivery } from '../vault/deliveries/pending-deliveries.js';
import type { Vault } from '../vault/vault.js';
import { computeDeliveryTime, isPeriod } from './delivery-times.js';
import { buildEmailedMark } from './emailed-threads.js';
import type { PreparedDelivery } from './prepare-delivery.js';

export interface CompletionServices {
  vault: Pick<Vault, 'completeDeliveries' | 'saveFailedDelivery' | 'markRead' | 'findChoices'>;
  policy: Pick<Policy, 'isGone'>;
}

/** A delivery that was sent or dropped. */
export interface CompletedDelivery {
  delivery: PendingDelivery;
  /** Empty if nothing was sent. */
  newestOrders: PreparedDelivery['newestOrders'];
  /** The reason why it could not be sent. Null if it was sent or there was nothing to send. */
  failure: string | null;
}

/** Writes all at once because each vault commit waits for the disk. */
export async function completeDeliveries(
  services: CompletionServices,
  channel: DeliveryChannel,
  completedDeliveries: readonly CompletedDelivery[],
): Promise<void> {
  if (completedDeliveries.length === 0) return;
  const { vault, policy } = services;
  const now = new Date();
  const present = completedDeliveries.filter(({ delivery }) => !policy.isGone(delivery.userId));
  const emailedDeliveries = channel === 'email' ? present : [];
  const marks = emailedDeliveries.flatMap(({ delivery: { userId }, newestOrders }) =>
    [...newestOrders].map(([threadId, order]) => {
      return { userId, key: buildEmailedMark(threadId), order, count: 0, at: now.toISOString() };
    }),
  );
  if (marks.length > 0) await vault.markRead(marks, `${getMarksRetainedSince(now).slice(0, 10)}T00:00:00.000Z`);
  const failures = present.flatMap(({ delivery, failure }) =>
    failure === null ? [] : toFailure(delivery, failure, now),
  );
  await Promise.all(failures.map((failure) => vault.saveFailedDelivery(failure)));
  const deliveries = completedDeliveries.map(({ delivery }) => delivery);
  for (const [restartAt, together] of await groupByRestartTime(services, channel, deliveries, now))
    await vault.completeDeliveries(together, restartAt);
}

function toFailure({ userId, channel, subject, attempts }: PendingDelivery, reason: string, now: Date): FailedDelivery {
  const [id, failedAt] = [`${channel} ${userId}`, now.toISOString()];
  return { id, userId, channel, subject, attempts: attempts + 1, reason, failedAt, order: `${failedAt} ${id}` };
}

/** An event that was added during the sending waits as long as it would have waited for a delivery of its own. */
async function groupByRestartTime(
  services: CompletionServices,
  channel: DeliveryChannel,
  deliveries: readonly PendingDelivery[],
  now: Date,
): Promise<Map<string, PendingDelivery[]>> {
  const ofPeriods = deliveries.filter(({ subject }) => isPeriod(subject));
  const settings = await readNotificationSettings(
    services,
    ofPeriods.map(({ userId }) => userId),
  );
  const groups = new Map<string, PendingDelivery[]>();
  for (const delivery of deliveries) {
    const { userId, subject } = delivery;
    const frequency = isPeriod(subject) ? subject : 'at-once';
    const timeZone = settings.get(userId)?.time_zone ?? null;
    const restartAt = computeDeliveryTime(channel, frequency, now, timeZone).toISOString();
    groups.set(restartAt, [...(groups.get(restartAt) ?? []), delivery]);
  }
  return groups;
}
