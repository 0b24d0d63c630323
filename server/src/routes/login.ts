import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { loginAnswer, meAnswer } from '../answers/account.js';
import { writeAnswer } from '../answers/write.js';
import { authenticated, credentials, twoStepCode } from '../accounts/authentication.js';
import { refuseBanned } from '../accounts/banned-login.js';
import { endSession } from '../accounts/end-sessions.js';
import { meOf } from '../accounts/me.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { SessionCookie } from '../http/session.js';
import type { Services } from '../services.js';
import { spendCode } from '../accounts/two-step.js';
import type { Account } from '../vault/vault.js';

const withCode = credentials.extend({ code: twoStepCode.optional() });

export function loginRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/me',
      atRoot: true,
      tag: 'Account',
      summary: 'Who asks, with permissions; null for a guest',
      answer: meAnswer,
      run: (call) => me(parts, call),
    }),
    operation({
      method: 'post',
      path: '/login',
      atRoot: true,
      tag: 'Account',
      summary: 'Begin a session',
      body: withCode,
      answer: loginAnswer,
      run: (call) => login(parts, call),
    }),
    operation({
      method: 'post',
      path: '/logout',
      atRoot: true,
      tag: 'Account',
      summary: 'End the session',
      answer: writeAnswer,
      run: (call) => logout(parts, call),
    }),
  ];
}

async function me(parts: Services, { identity }: Call): Promise<Result> {
  const account = identity && (await parts.vault.account(identity.userId));
  return { cache: 'no-store', body: { user: account ? meOf(parts, account) : null } };
}

/** What an account tells about itself, it tells after the password and, where there is one, the code. */
async function login(parts: Services, call: Call<z.infer<typeof withCode>>): Promise<Result> {
  const account = await authenticated(parts, call);
  if (!account.verified) throw new Refusal('not-verified');
  if (account.twoStep?.on) await spendCode(parts, account.id, call.body.code);
  await refuseBanned(parts, account.id);
  const cookie = await beginSession(parts, call, account);
  return { cookie, body: { success: true, user: meOf(parts, account) } };
}

/** A password that was changed meanwhile ended all sessions but this one, which was not there yet: then it ends too. */
async function beginSession(parts: Services, call: Call, { id, passwordHash }: Account): Promise<SessionCookie> {
  const { sessionId, cookie } = await parts.sessions.begin(id, call.header('user-agent') ?? '');
  if ((await parts.vault.account(id))?.passwordHash === passwordHash) return cookie;
  await parts.vault.endSession(sessionId);
  throw new Refusal('login-failed');
}

async function logout(parts: Services, call: Call): Promise<Result> {
  const { identity } = call;
  if (identity) await endSession(parts, call, identity.userId, identity.sessionId);
  return { body: { success: true }, cookie: parts.sessions.noCookie };
}
