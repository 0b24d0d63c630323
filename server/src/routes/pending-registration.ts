import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { notifyOwner } from '../accounts/accounts.js';
import { email } from '../accounts/registration.js';
import type { Call } from '../http/operation.js';
import { operation } from './operation.js';
import { countedInside } from '../http/operation-limits.js';
import { addressOf } from '../request/rate-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { commandContext } from '../request/request-context.js';

const correction = z.object({ email });

/** For the browser that registered, which has a cookie for it and no session. */
export const pendingRegistrationRoutes = [
  operation({
    method: 'post',
    path: '/registration/resend',
    tag: 'Account',
    summary: 'In the browser that registered: send the verification email again',
    response: writeResponse,
    keyless: true,
    limits: [countedInside('resend-verification')],
    run: (call, services) => sendAgain(services, call),
  }),
  operation({
    method: 'put',
    path: '/registration/email',
    tag: 'Account',
    summary: 'In the browser that registered: correct the email address before it is verified',
    body: correction,
    response: writeResponse,
    limits: [countedInside('register'), countedInside('resend-verification')],
    run: (call, services) => correctAddress(services, call),
  }),
];

/** The address may be a stranger's, or left out because it is known: both count, and get the same response. */
async function sendAgain({ pendingRegistrations, limits, mail }: Services, call: Call): Promise<Result> {
  const { id: userId } = await pendingRegistrations.require(call);
  await limits.take('resend-verification', String(userId));
  await pendingRegistrations.sendAgain(userId);
  mail.nudge();
  return { body: { success: true, message: 'We sent the email again.' } };
}

/** A known or banned address gets the same response as any other. Its owner gets a mail. */
async function correctAddress(services: Services, call: Call<z.infer<typeof correction>>): Promise<Result> {
  const { pendingRegistrations, limits, mail } = services;
  const { id: userId } = await pendingRegistrations.require(call);
  // A correction is as much as a registration: it says nothing sooner about whose an address is.
  await limits.take('register', addressOf(call));
  await limits.take('resend-verification', String(userId));
  const context = commandContext(`correct-address ${userId}`, call);
  const { emailTaken } = await pendingRegistrations.correctAddress(userId, call.body.email, context);
  mail.nudge();
  return {
    body: { success: true, message: 'We sent an email to the new address.' },
    ...(emailTaken && { afterSend: () => notifyOwner(services, call.body.email) }),
  };
}
