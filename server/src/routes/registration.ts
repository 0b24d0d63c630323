import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { writeResponse, type WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { z } from 'zod';
import { notifyOwner } from '../accounts/accounts.js';
import { hasAddress } from '../vault/account-record.js';
import { credentials } from '../accounts/authentication.js';
import { mailLink, type MailLink } from '../mail/link-query.js';
import { isVerifyToken } from '../mail/link-token.js';
import { adding, newMail } from '../mail/new-mail.js';
import { commandContext, operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { addressOf, TooMany } from '../http/rate-limits.js';
import { registration } from '../accounts/registration.js';

const registered = 'Account created!';

export function registrationRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/register',
      atRoot: true,
      tag: 'Account',
      summary: 'Register; an email asks to verify the address',
      body: registration,
      response: writeResponse,
      status: 201,
      run: (call) => register(services, call),
    }),
    operation({
      method: 'post',
      path: '/resend-verification',
      tag: 'Account',
      summary: 'Send the verification email again',
      body: credentials,
      response: writeResponse,
      run: (call) => resend(services, call),
    }),
    operation({
      method: 'get',
      path: '/verify',
      tag: 'Account',
      summary: 'The link of the email: verifies the address',
      query: mailLink,
      response: 'redirect',
      run: (call) => verify(services, call),
    }),
  ];
}

/**
 * The vault first (the name is taken or not), then the event. A known or banned address gets the same response as an
 * unknown one: no one learns from it who is registered. The owner gets a mail.
 */
async function register(
  services: Pick<Services, 'vault' | 'accountCreation' | 'accountLifecycle' | 'limits' | 'mail'>,
  call: Call<z.infer<typeof registration>>,
): Promise<Result> {
  await services.limits.take('register', addressOf(call));
  // Guests have no id of their own: with the name, two of them do not collide on a weak key.
  const context = commandContext(`register ${call.body.username.toLowerCase()}`, call);
  const userId = aggregateIdOf(context.commandId);
  const { emailTaken } = await services.accountCreation.create(userId, call.body);
  await services.accountLifecycle.register(userId, context);
  services.mail.nudge();
  // No list shows the account before it is verified: there is nothing to wait for.
  return {
    body: { success: true, message: registered } satisfies WriteResponse,
    ...(emailTaken && { afterSend: () => notifyOwner(services, call.body.email) }),
  };
}

async function resend(
  services: Pick<Services, 'vault' | 'authentication' | 'limits' | 'mail'>,
  call: Call<z.infer<typeof credentials>>,
): Promise<Result> {
  const account = await services.authentication.authenticate(call);
  if (!account.verified && hasAddress(account) && (await mayResend(services, account.id))) {
    await services.vault.editAccount(account.id, adding(newMail('verify')));
    services.mail.nudge();
  }
  return { body: { success: true, message: 'We sent the email again.' } };
}

/** The address may be a stranger's: it gets five mails an hour, and further requests are ignored silently. */
async function mayResend({ limits }: Pick<Services, 'limits'>, userId: number): Promise<boolean> {
  try {
    await limits.take('resend-verification', String(userId));
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

/** The link of the mail. Following it twice gives the same result. */
async function verify(
  services: Pick<Services, 'env' | 'vault' | 'accountLifecycle'>,
  call: Call<unknown, MailLink>,
): Promise<Result> {
  const { user: userId, mail, token } = call.query;
  const valid = isVerifyToken(services.env.secret, userId, mail, token);
  const account = valid ? await services.vault.account(userId) : null;
  const pending = account?.mails.find((it) => it.id === mail);
  const now = new Date().toISOString();
  if (!account || (!account.verified && !(pending && pending.expiresAt > now))) {
    return { redirect: '/verify?success=false' };
  }
  await services.accountLifecycle.verify(userId, call);
  if (pending) await services.vault.removeMail(userId, pending.id);
  return { redirect: '/verify?success=true' };
}
