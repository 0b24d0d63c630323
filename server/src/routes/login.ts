import { Refusal } from '@guildhall/domain/refusals.js';
import { loginResponse, meResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { credentials, twoStepCode } from '../accounts/authentication.js';
import { refuseBanned } from '../accounts/banned-login.js';
import { endSession } from '../accounts/end-sessions.js';
import { meOf } from '../accounts/me.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { SessionCookie } from '../http/session.js';
import type { Services } from '../services.js';
import type { Account } from '../vault/vault.js';

const withCode = credentials.extend({ code: twoStepCode.optional() });

export function loginRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/me',
      atRoot: true,
      tag: 'Account',
      summary: 'The caller, with permissions; null for a guest',
      response: meResponse,
      run: (call) => me(services, call),
    }),
    operation({
      method: 'post',
      path: '/login',
      atRoot: true,
      tag: 'Account',
      summary: 'Start a session',
      body: withCode,
      response: loginResponse,
      run: (call) => login(services, (userId) => refuseBanned(services, userId), call),
    }),
    operation({
      method: 'post',
      path: '/logout',
      atRoot: true,
      tag: 'Account',
      summary: 'End the session',
      response: writeResponse,
      run: (call) => logout(services, call),
    }),
  ];
}

async function me(services: Pick<Services, 'vault' | 'policy'>, { identity }: Call): Promise<Result> {
  const account = identity && (await services.vault.account(identity.userId));
  return { cache: 'no-store', body: { user: account ? meOf(services, account) : null } };
}

/** Details of an account are revealed only after the password and, if there is one, the code. */
async function login(
  services: Pick<Services, 'vault' | 'policy' | 'sessions' | 'authentication'>,
  refuseIfBanned: (userId: number) => Promise<void>,
  call: Call<z.infer<typeof withCode>>,
): Promise<Result> {
  const account = await services.authentication.authenticate(call);
  if (!account.verified) throw new Refusal('not-verified');
  if (account.twoStep?.on) await services.authentication.spendCode(account.id, call.body.code);
  await refuseIfBanned(account.id);
  const cookie = await beginSession(services, call, account);
  return { cookie, body: { success: true, user: meOf(services, account) } };
}

/**
 * If the password was changed in the meantime, all sessions but this one, which did not exist yet, were ended: then it
 * ends too.
 */
async function beginSession(
  services: Pick<Services, 'vault' | 'sessions'>,
  call: Call,
  { id, passwordHash }: Account,
): Promise<SessionCookie> {
  const { sessionId, cookie } = await services.sessions.begin(id, call.header('user-agent') ?? '');
  if ((await services.vault.account(id))?.passwordHash === passwordHash) return cookie;
  await services.vault.endSession(sessionId);
  throw new Refusal('login-failed');
}

async function logout(services: Pick<Services, 'vault' | 'sessions' | 'commands'>, call: Call): Promise<Result> {
  const { identity } = call;
  if (identity) await endSession(services, call, identity.userId, identity.sessionId);
  return { body: { success: true }, cookie: services.sessions.noCookie };
}
