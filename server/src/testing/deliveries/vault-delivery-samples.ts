import type { FailedDelivery, PendingDelivery } from '../../vault/deliveries/pending-deliveries.js';
import type { PushDevice } from '../../vault/deliveries/push-devices.js';
import { formatHour } from '../vault/vault-samples.js';

export const createDelivery = (
  userId: number,
  subject: string,
  more: Partial<PendingDelivery> = {},
): PendingDelivery => ({
  id: `${more.channel ?? 'email'} ${userId} ${subject}`,
  userId,
  channel: 'email',
  subject,
  firstOrder: '1',
  lastOrder: '1',
  dueAt: formatHour(1),
  attempts: 0,
  lastError: '',
  ...more,
});

export function buildFailedDelivery(
  userId: number,
  failedAt: string,
  { channel = 'email', reason = 'no' }: Partial<Pick<FailedDelivery, 'channel' | 'reason'>> = {},
): FailedDelivery {
  const id = `${channel} ${userId}`;
  return { id, userId, channel, subject: 'thread:7', attempts: 1, reason, failedAt, order: `${failedAt} ${id}` };
}

export const pushDevice = (id: string, userId: number, more: Partial<PushDevice> = {}): PushDevice => ({
  id,
  userId,
  sessionId: `s${userId}`,
  endpoint: `https://push.example/${id}`,
  p256dh: 'key',
  auth: 'secret',
  userAgent: 'Mozilla/5.0',
  createdAt: formatHour(0),
  ...more,
});
