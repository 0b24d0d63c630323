import { Refusal } from '@guildhall/domain/refusals.js';
import { mailId, mailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import type { MailDelivery } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isExpired } from '../mail/mail-queue.js';
import { addMail, changeMail, createAccountMail } from '../mail/new-mail.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { createPositiveIntSchema, buildNextLink } from '../request/paging.js';
import { findMailDelivery } from '../mail/mail-delivery.js';
import { email } from '../accounts/registration.js';
import type { DueMail } from '../vault/account/account.js';

const maxMails = 200;
const maxPages = 50;
const rows = z.object({
  limit: createPositiveIntSchema(maxMails).default(maxMails),
  page: createPositiveIntSchema(maxPages).default(1),
});
const test = z.object({ to: email });

const mailOperation = { response: writeResponse, actions: ['view-mails'], keyless: true } as const;

export const mailRoutes = tagRoutes('Admin', [
  route.get('/admin/mails', {
    scope: null,
    summary:
      'Emails that are waiting or could not be sent, with the reason; the account that has waited longest comes first',
    query: rows,
    response: mailRow.array(),
    actions: ['view-mails'],
    run: async (call, services) => {
      const { limit, page } = call.query;
      const unsentMails = await services.vault.findUnsentMails(page * limit + 1);
      const visibleMails = unsentMails.slice((page - 1) * limit, page * limit);
      const links = buildNextLink(
        unsentMails.length > page * limit && page < maxPages ? String(page + 1) : null,
        'page',
      );
      return { cache: 'no-store', links, body: visibleMails.map((due) => buildRow(due, new Date())) };
    },
  }),
  route.post('/admin/mails/:id/retry', {
    scope: null,
    summary: 'Try to send an email again now',
    pathId: mailId,
    ...mailOperation,
    limits: [limitPerMember('staff')],
    run: async (call, services) => {
      const { id = '' } = call.params;
      const [user, ownId = ''] = mailId.safeParse(id).success ? id.split('.') : [];
      const userId = Number(user ?? 0);
      const mail = (await services.vault.findAccount(userId))?.mails.find(
        (candidate) => candidate.id === ownId && candidate.sentAt === null,
      );
      if (!mail) throw new Refusal('not-found');
      if (isExpired(mail, new Date())) throw new Refusal('mail-expired');
      await services.vault.editAccount(userId, changeMail(ownId, { dueAt: new Date().toISOString() }));
      services.mail.nudge();
      return { body: { success: true } };
    },
  }),
  route.post('/admin/test-mail', {
    scope: null,
    summary: 'Send a test email to an address',
    body: test,
    ...mailOperation,
    limits: [limitPerMember('test-mail')],
    run: async (call, services) => {
      const userId = requireUser(call);
      await services.vault.editAccount(userId, addMail(createAccountMail('test', call.body.to)));
      services.mail.nudge();
      return { body: { success: true, message: testMessages[findMailDelivery(services.env)] } };
    },
  }),
]);

function buildRow({ account, mail }: DueMail, now: Date) {
  const isExpiredMail = isExpired(mail, now);
  return {
    id: `${account.id}.${mail.id}`,
    user_id: account.id,
    username: account.username,
    kind: mail.kind,
    attempts: mail.attempts,
    last_error: mail.lastError,
    due_at: isExpiredMail ? null : mail.dueAt,
    expired: isExpiredMail,
    created_at: mail.createdAt,
  };
}

const testMessages: Record<MailDelivery, string> = {
  smtp: 'The test email is on its way.',
  folder: 'Nothing is sent: SMTP_URL is not set, so the test email is only written to a folder on the server.',
  'folder-public':
    'Nothing is sent: SMTP_URL is not set, so the test email is only written to a folder on the server. Members cannot verify their accounts.',
};
