import { Refusal } from '@guildhall/domain/refusals.js';
import {
  deliveriesResponse,
  emailPauseRow,
  failedDeliveryRow,
  type DeliveryRow,
  type EmailPauseRow,
  type FailedDeliveryRow,
} from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { isPeriod } from '../deliveries/delivery-times.js';
import { banSubject } from '../deliveries/recipients.js';
import { limitPerMember } from '../http/operation-limits.js';
import { parseId } from '../request/input.js';
import { createPagingSchema, queryPage, createStringSchema } from '../request/paging.js';
import type { Services } from '../services.js';
import { getActivePause } from '../vault/account/account-record.js';
import {
  deliveryChannels,
  type DeliveryChannel,
  type PendingDelivery,
} from '../vault/deliveries/pending-deliveries.js';
import { route, tagRoutes } from './operation.js';

const maxDeliveries = 100;
/** Sorts after every possible time. */
const latestTime = '9999';
const failuresPage = createPagingSchema(createStringSchema(/^[\d:.TZ-]{24} (email|push) \d{1,16}$/)).omit({
  after: true,
});
const pausesPage = createPagingSchema(createStringSchema(/^[\d:.TZ-]{24}( \d{1,16})?$/)).omit({ after: true });

export const deliveryRoutes = tagRoutes('Admin', [
  route.get('/admin/deliveries', {
    scope: null,
    summary: 'Notifications that are waiting to be sent by email and to devices: retried ones first, then by due date',
    response: deliveriesResponse,
    actions: ['view-mails'],
    run: async (_call, services) => {
      const queues = await Promise.all(deliveryChannels.map((channel) => readQueue(services, channel)));
      const deliveries = queues.flatMap(({ rows }) => rows);
      await services.directory.ensure(deliveries.map(({ userId }) => userId));
      const body = {
        channels: queues.map(({ channel, pending, due, oldest }) => ({ channel, pending, due, oldest_due_at: oldest })),
        deliveries: deliveries.map((delivery) => toRow(delivery, services.directory.getName(delivery.userId))),
      };
      return { cache: 'no-store', body };
    },
  }),
  route.get('/admin/deliveries/failed', {
    scope: null,
    summary:
      "Notifications from the last 30 days that could not be sent, newest first: only each member's newest by email and to devices",
    query: failuresPage,
    response: failedDeliveryRow.array(),
    actions: ['view-mails'],
    run: async (call, { vault, directory }) => {
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        vault.findFailedDeliveriesBefore(beforeOrder, count),
      );
      await directory.ensure(page.map(({ userId }) => userId));
      const body = page.map(({ id, userId, channel, subject, attempts, failedAt, reason }): FailedDeliveryRow => {
        return {
          id,
          user_id: userId,
          username: directory.getName(userId),
          channel,
          subject: toSubjectKind(subject),
          attempts,
          failed_at: failedAt,
          reason,
        };
      });
      return { cache: 'no-store', cursor, body };
    },
  }),
  route.get('/admin/email-pauses', {
    scope: null,
    summary: 'The addresses that mail servers have refused, newest first',
    query: pausesPage,
    response: emailPauseRow.array(),
    actions: ['view-mails'],
    run: async (call, { vault, directory }) => {
      const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
        vault.findPausedAccounts(beforeOrder, count),
      );
      await directory.ensure(page.map(({ account }) => account.id));
      const body = page.flatMap(({ account }): EmailPauseRow[] => {
        const pause = getActivePause(account);
        const fields = { user_id: account.id, username: directory.getName(account.id) };
        return pause ? [{ ...fields, at: pause.at, reason: pause.reason }] : [];
      });
      return { cache: 'no-store', cursor, body };
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
      const userId = parseId(call.params.id);
      const outcome = await vault.editAccount(userId, (account) => getActivePause(account) && { emailPause: null });
      if (outcome === 'missing') throw new Refusal('not-found');
      await directory.refresh([userId]);
      return { body: { success: true } };
    },
  }),
]);

async function readQueue({ vault }: Pick<Services, 'vault'>, channel: DeliveryChannel) {
  const [pendingCount, dueCount, retriedDeliveries, next] = await Promise.all([
    vault.countDeliveries(channel, latestTime),
    vault.countDeliveries(channel, new Date().toISOString()),
    vault.findRetriedDeliveries(channel, maxDeliveries),
    vault.findDueDeliveries(channel, latestTime, maxDeliveries),
  ]);
  const oldest = next[0]?.dueAt ?? null;
  return {
    channel,
    pending: pendingCount,
    due: dueCount,
    oldest,
    rows: [...retriedDeliveries, ...next.filter(({ attempts }) => attempts === 0)],
  };
}

function toRow(
  { id, userId, channel, subject, dueAt, attempts, lastError }: PendingDelivery,
  username: string,
): DeliveryRow {
  return {
    id,
    user_id: userId,
    username,
    channel,
    subject: toSubjectKind(subject),
    due_at: dueAt,
    attempts,
    last_error: lastError,
  };
}

function toSubjectKind(subject: string): DeliveryRow['subject'] {
  if (isPeriod(subject) || subject === banSubject) return subject;
  return subject.startsWith('thread:') ? 'thread' : 'single';
}
