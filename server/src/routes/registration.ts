import { foldName } from '@guildhall/domain/account/names.js';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { registerResponse, type RegisterResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { createAccount, notifyOwner } from '../accounts/accounts.js';
import { registerAccount, verifyAccount } from '../accounts/account-lifecycle.js';
import { beginSession } from '../accounts/account-sessions.js';
import { credentials } from '../accounts/authentication.js';
import { mailLink } from '../mail/link-query.js';
import { isLinkToken } from '../mail/link-token.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler, limitPerAddress } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { RateLimitExceeded, normalizeAddress } from '../request/rate-limits.js';
import { registration, email } from '../accounts/registration.js';
import type { ResponseCookie } from '../request/sessions.js';
import type { Account } from '../vault/account/account.js';
import { toCommandContext } from '../request/request-context.js';

const registeredMessage = 'Account created!';

const emailResentResult = { body: { success: true, message: 'We sent the email again.' } };

const correction = z.object({ email });

export const registrationRoutes = tagRoutes('Account', [
  route.post('/register', {
    scope: null,
    atRoot: true,
    summary: 'Register; an email asks the member to verify the address',
    body: registration,
    response: registerResponse,
    status: 201,
    limits: [limitPerAddress('register')],
    /** The vault decides whether a name is available. A registered or banned address gets the same response. */
    run: async (call, services) => {
      // Guests have no id, so the name distinguishes guests who use the same weak idempotency key.
      const context = toCommandContext(`register ${foldName(call.body.username)}`, call);
      const userId = deriveAggregateId(context.commandId);
      const { emailTaken, passwordHash } = await createAccount(services, userId, call.body);
      await registerAccount(services, userId, context);
      services.mail.nudge();
      // Null if someone else registered the account, with the same name and a weak idempotency key.
      if (passwordHash !== null) await services.timeZones.remember(userId, call.body.time_zone);
      return {
        body: { success: registeredMessage, message: registeredMessage } satisfies RegisterResponse,
        ...(passwordHash !== null && { cookies: [services.pendingRegistrations.createCookie(userId, passwordHash)] }),
        ...(emailTaken && { afterSend: () => notifyOwner(services, call.body.email) }),
      };
    },
  }),
  route.post('/resend-verification', {
    scope: null,
    summary: 'Send the verification email again',
    body: credentials,
    response: writeResponse,
    keyless: true,
    limits: [
      countInHandler('login-address'),
      countInHandler('login'),
      countInHandler('login-name'),
      countInHandler('resend-verification'),
    ],
    run: async (call, services) => {
      const account = await services.authentication.authenticate(call);
      if (!account.verified && (await mayResend(services, account.id))) {
        await services.pendingRegistrations.sendAgain(account.id);
        services.mail.nudge();
      }
      return emailResentResult;
    },
  }),
  route.get('/verify', {
    scope: null,
    summary: 'Follow an emailed link to verify the address',
    query: mailLink,
    response: 'redirect',
    limits: [limitPerAddress('link')],
    run: async (call, services) => {
      const { user: userId, mail, token } = call.query;
      const isValid =
        isLinkToken('verify', services.env.secret, userId, mail, token) && !services.policy.isGone(userId);
      const account = isValid ? await services.vault.findAccount(userId) : null;
      const isFirstVerification =
        account && (await verifyAccount(services, userId, { kind: 'verify', id: mail }, call));
      if (isFirstVerification === null) return { redirect: '/verify?success=false' };
      const cookies = isFirstVerification && !account?.verified ? await logInByLink(services, call, account) : [];
      return { redirect: '/verify?success=true', cookies };
    },
  }),
  route.post('/registration/resend', {
    scope: null,
    summary: "Send the verification email again; requires the pending registration's cookie",
    response: writeResponse,
    keyless: true,
    limits: [countInHandler('resend-verification')],
    /** Registered addresses count too, and get the same response. */
    run: async (call, { pendingRegistrations, limits, mail }) => {
      const { id: userId } = await pendingRegistrations.require(call);
      await limits.take('resend-verification', String(userId));
      await pendingRegistrations.sendAgain(userId);
      mail.nudge();
      return emailResentResult;
    },
  }),
  route.put('/registration/email', {
    scope: null,
    summary: "Correct the email address before it is verified; requires the pending registration's cookie",
    body: correction,
    response: writeResponse,
    limits: [countInHandler('register'), countInHandler('resend-verification')],
    run: async (call, services) => {
      const { pendingRegistrations, limits, mail } = services;
      const { id: userId } = await pendingRegistrations.require(call);
      // Counts as a registration because it reveals just as much.
      await limits.take('register', normalizeAddress(call));
      await limits.take('resend-verification', String(userId));
      const context = toCommandContext(`correct-address ${userId}`, call);
      const { emailTaken } = await pendingRegistrations.correctAddress(userId, call.body.email, context);
      mail.nudge();
      return {
        body: { success: true, message: 'We sent an email to the new address.' },
        ...(emailTaken && { afterSend: () => notifyOwner(services, call.body.email) }),
      };
    },
  }),
]);

/** The address may belong to someone else, so requests are silently ignored after five emails in an hour. */
async function mayResend({ limits }: Services, userId: number): Promise<boolean> {
  try {
    await limits.take('resend-verification', String(userId));
    return true;
  } catch (error) {
    if (error instanceof RateLimitExceeded) return false;
    throw error;
  }
}

/** Logs in only a browser with the cookie of the pending registration, and never replaces an existing session. */
async function logInByLink(services: Services, call: Call, account: Account): Promise<ResponseCookie[]> {
  const { policy, pendingRegistrations } = services;
  if (!pendingRegistrations.isFrom(call, account)) return [];
  const cookies = [pendingRegistrations.noCookie];
  if (call.identity || account.twoStep?.on || policy.findBan(account.id)) return cookies;
  try {
    return [...cookies, ...(await beginSession(services, call, account))];
  } catch (error) {
    // The password has just been changed.
    if (error instanceof Refusal) return cookies;
    throw error;
  }
}
