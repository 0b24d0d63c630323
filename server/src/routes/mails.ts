import { Refusal } from '@guildhall/domain/refusals.js';
import { mailRow } from '@guildhall/domain/wire/schemas/staff/mails.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { isExpired } from '../mail/mail-queue.js';
import { newMail } from '../mail/new-mail.js';
import { operation, type Call, type Operation, requireAnyAction } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { positiveIntUpTo } from '../http/paging.js';
import type { Mail } from '../mail/mail.js';
import type { Limits } from '../http/rate-limits.js';
import { email } from '../accounts/registration.js';
import type { DueMail, Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Vault;
  limits: Limits;
  mail: Pick<Mail, 'nudge' | 'removeMailsOf'>;
}

const maxMails = 200;
const rows = z.object({ limit: positiveIntUpTo(maxMails).default(maxMails) });
const test = z.object({ to: email });

export function mailRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/mails',
      tag: 'Admin',
      summary: 'Emails that are waiting or could not be sent, with the reason, the longest waiting account first',
      query: rows,
      response: mailRow.array(),
      run: (call) => list(services, call),
    }),
    operation({
      method: 'post',
      path: '/admin/mails/:id/retry',
      tag: 'Admin',
      summary: 'Try to send an email again now',
      response: writeResponse,
      run: (call) => retry(services, call),
    }),
    operation({
      method: 'post',
      path: '/admin/test-mail',
      tag: 'Admin',
      summary: 'Send a test email to an address',
      body: test,
      response: writeResponse,
      run: (call) => sendTest(services, call),
    }),
  ];
}

async function list(services: Dependencies, call: Call<unknown, z.infer<typeof rows>>): Promise<Result> {
  requireAnyAction(call, 'view-mails');
  const unsent = await services.vault.unsentMails(call.query.limit);
  return { cache: 'no-store', body: unsent.map((due) => rowOf(due, new Date())) };
}

function rowOf({ account, mail }: DueMail, now: Date) {
  const expired = isExpired(mail, now);
  return {
    id: `${account.id}.${mail.id}`,
    user_id: account.id,
    username: account.username,
    kind: mail.kind,
    attempts: mail.attempts,
    last_error: mail.lastError,
    due_at: expired ? null : mail.dueAt,
    expired,
    created_at: mail.createdAt,
  };
}

async function retry(services: Dependencies, call: Call): Promise<Result> {
  requireAnyAction(call, 'view-mails');
  const { id } = call.params;
  const [, user = '', mailId = ''] = /^([1-9]\d{0,15})\.([\w-]{1,64})$/.exec(typeof id === 'string' ? id : '') ?? [];
  const userId = Number(user);
  const mail = (await services.vault.account(userId))?.mails.find((it) => it.id === mailId && it.sentAt === null);
  if (!mail) throw new Refusal('not-found');
  if (isExpired(mail, new Date())) throw new Refusal('mail-expired');
  await services.vault.changeMail(userId, mailId, { dueAt: new Date().toISOString() });
  services.mail.nudge();
  return { body: { success: true } };
}

/** It belongs to the Admin who requests it, and is listed among the waiting mails until it is sent. */
async function sendTest(services: Dependencies, call: Call<z.infer<typeof test>>): Promise<Result> {
  const userId = requireAnyAction(call, 'view-mails');
  await services.limits.take('test-mail', String(userId));
  await services.vault.addMail(userId, newMail('test', call.body.to));
  services.mail.nudge();
  return { body: { success: true, message: 'The test email is on its way.' } };
}
