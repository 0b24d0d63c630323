import { Refusal } from '@guildhall/domain/refusals.js';
import {
  deliveriesResponse,
  type DeliveryRow,
  type EmailPauseRow,
} from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { isPeriod } from '../deliveries/delivery-times.js';
import { banSubject } from '../deliveries/recipients.js';
import { limitPerMember } from '../http/operation-limits.js';
import { idIn } from '../request/input.js';
import type { Services } from '../services.js';
import { getActivePause } from '../vault/account/account-record.js';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import { route, tagRoutes } from './operation.js';

const maxDeliveries = 100;
const maxPauses = 200;
/** Sorts after every possible time. */
const anyTime = '9999';

export const deliveryRoutes = tagRoutes('Admin', [
  route.get('/admin/deliveries', {
    scope: null,
    summary:
      'Notifications that are waiting to be sent by email and to devices: failed ones, then those that are due first; and the newest addresses that mail servers have refused',
    response: deliveriesResponse,
    actions: ['view-mails'],
    run: async (_call, services) => {
      const queues = await Promise.all(deliveryChannels.map((channel) => readQueue(services, channel)));
      const deliveries = queues.flatMap(({ rows }) => rows);
      const paused = await services.vault.pausedAccounts(maxPauses);
      await services.directory.ensure([...deliveries.map(({ userId }) => userId), ...paused.map(({ id }) => id)]);
      const nameOf = (userId: number) => services.directory.nameOf(userId);
      const pauses = paused.flatMap((account): EmailPauseRow[] => {
        const pause = getActivePause(account);
        return pause ? [{ user_id: account.id, username: nameOf(account.id), at: pause.at, reason: pause.reason }] : [];
      });
      const body = {
        channels: queues.map(({ channel, pending, due, oldest }) => ({ channel, pending, due, oldest_due_at: oldest })),
        deliveries: deliveries.map((delivery) => toRow(delivery, nameOf(delivery.userId))),
        pauses,
      };
      return { cache: 'no-store', body };
    },
  }),
  route.post('/admin/email-pauses/:id/resume', {
    scope: null,
    summary: 'Send notifications by email again to an address that a mail server has refused',
    response: writeResponse,
    actions: ['view-mails'],
    keyless: true,
    limits: [limitPerMember('staff')],
    run: async (call, { vault, directory }) => {
      const userId = idIn(call.params.id);
      const resumed = await vault.editAccount(userId, (account) => getActivePause(account) && { emailPause: null });
      if (resumed === 'missing') throw new Refusal('not-found');
      await directory.refresh([userId]);
      return { body: { success: true } };
    },
  }),
]);

async function readQueue({ vault }: Pick<Services, 'vault'>, channel: DeliveryChannel) {
  const [pending, due, failed, next] = await Promise.all([
    vault.countDeliveries(channel, anyTime),
    vault.countDeliveries(channel, new Date().toISOString()),
    vault.failedDeliveries(channel, maxDeliveries),
    vault.dueDeliveries(channel, anyTime, maxDeliveries),
  ]);
  const oldest = next[0]?.dueAt ?? null;
  return { channel, pending, due, oldest, rows: [...failed, ...next.filter(({ attempts }) => attempts === 0)] };
}

function toRow(
  { id, userId, channel, subject, dueAt, attempts, lastError }: PendingDelivery,
  username: string,
): DeliveryRow {
  return {
    ...{ id, user_id: userId, username, channel, subject: toSubjectKind(subject) },
    ...{ due_at: dueAt, attempts, last_error: lastError },
  };
}

function toSubjectKind(subject: string): DeliveryRow['subject'] {
  if (isPeriod(subject) || subject === banSubject) return subject;
  return subject.startsWith('thread:') ? 'thread' : 'single';
}
