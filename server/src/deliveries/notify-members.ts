import type { EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { notificationsView } from '@guildhall/projections/views/notifications/project.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogWatermark } from '../log/log-watermark.js';
import { readNotificationSettings } from '../notifications/notification-choices.js';
import type { Policy } from '../policy/policy.js';
import type { Reaction } from '../reactions/reaction.js';
import { waitForPosition, type Views } from '../stores/views.js';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import type { Vault } from '../vault/vault.js';
import type { DeliverySenders } from './delivery-content.js';
import { computeDeliveryTime } from './delivery-times.js';
import { findRecipients, withoutMuted, type Recipient } from './recipients.js';

interface Dependencies {
  views: Views;
  logWatermark: Pick<LogWatermark, 'waitFor'>;
  policy: Pick<Policy, 'findBan'>;
  vault: Pick<Vault, 'addDeliveries' | 'findChoices'>;
}

const maxWaitMs = 5_000;

/** Records who may have to be notified. Adding a delivery again changes nothing, so it is safe to retry. */
export function notifyMembers(services: Dependencies, senders: DeliverySenders): Reaction {
  const { views, policy, vault } = services;
  return {
    name: 'notify-members',
    events: [...(notificationsView.events ?? []), 'MemberBanned.v1'],
    async handle(event) {
      const usableChannels = await filterUsable(senders);
      if (usableChannels.length === 0) return;
      await waitForPosition(services, event.position, maxWaitMs);
      for await (const recipients of findRecipients(views.store, event)) {
        const userIds = [...new Set(recipients.map(({ userId }) => userId))];
        for (const channel of usableChannels) {
          const reachable = await senders[channel]?.findReachable(userIds);
          if (!reachable?.size) continue;
          const reachableRecipients = recipients.filter(({ userId }) => reachable.has(userId));
          const settings = await readNotificationSettings({ vault }, [...reachable]);
          const deliveries = (await withoutMuted(views.store, reachableRecipients)).flatMap((recipient) => {
            const choices = settings.get(recipient.userId);
            const isBanned = policy.findBan(recipient.userId) !== null;
            return choices ? createDelivery(channel, event, recipient, isBanned, choices) : [];
          });
          if (deliveries.length > 0) await vault.addDeliveries(deliveries);
        }
        await nextTurn(); // With SQLite, reads and writes block the event loop.
      }
    },
  };
}

async function filterUsable(senders: DeliverySenders): Promise<DeliveryChannel[]> {
  const usable: DeliveryChannel[] = [];
  for (const channel of deliveryChannels) if (await senders[channel]?.canReachAnyone()) usable.push(channel);
  return usable;
}

function createDelivery(
  channel: DeliveryChannel,
  { position, metadata }: StoredEvent,
  { userId, kind, subject }: Recipient,
  isBanned: boolean,
  settings: NotificationSettings,
): PendingDelivery[] {
  const kindFrequency = chooseFrequency(channel, kind, settings);
  if (kindFrequency === 'never' || (isBanned && channel === 'push')) return [];
  const eventAt = new Date(metadata.at ?? 0);
  // Banned members receive no digest.
  const frequency = isBanned ? 'at-once' : kindFrequency;
  const dueAt = computeDeliveryTime(channel, frequency, eventAt, settings.time_zone);
  const pendingSubject = frequency === 'at-once' ? subject : frequency;
  return [
    {
      id: `${channel} ${userId} ${pendingSubject}`,
      userId,
      channel,
      subject: pendingSubject,
      firstOrder: position,
      lastOrder: position,
      dueAt: dueAt.toISOString(),
      attempts: 0,
      lastError: '',
    },
  ];
}

export function chooseFrequency(
  channel: DeliveryChannel,
  kind: Recipient['kind'],
  settings: NotificationSettings,
): EmailFrequency {
  if (channel === 'email') return settings.email[kind];
  return settings.push[kind] ? 'at-once' : 'never';
}
