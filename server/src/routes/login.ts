import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import { loginAnswer, meAnswer } from '../answers/account.js';
import { writeAnswer } from '../answers/write.js';
import { authenticated, credentials, twoStepCode } from '../authentication.js';
import { refuseBanned } from '../banned-login.js';
import { endSession } from '../end-sessions.js';
import { meOf } from '../me.js';
import { operation, type Call, type Operation } from '../operation.js';
import type { Parts } from '../parts.js';
import { spendCode } from '../two-step.js';
import type { Account } from '../vault/vault.js';

const withCode = credentials.extend({ code: twoStepCode.optional() });

export function loginRoutes(parts: Parts): Operation[] {
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

async function me(parts: Parts, { res, identity }: Call): Promise<void> {
  const account = identity && (await parts.vault.account(identity.userId));
  res.set('cache-control', 'private, no-store').json({ user: account ? meOf(parts, account) : null });
}

/** What an account tells about itself, it tells after the password and, where there is one, the code. */
async function login(parts: Parts, call: Call<z.infer<typeof withCode>>): Promise<void> {
  const account = await authenticated(parts, call);
  if (!account.verified) throw new Refusal('not-verified');
  if (account.twoStep?.on) await spendCode(parts, account.id, call.body.code);
  await refuseBanned(parts, account.id);
  await beginSession(parts, call, account);
  call.res.json({ success: true, user: meOf(parts, account) });
}

/** A password that was changed meanwhile ended all sessions but this one, which was not there yet: then it ends too. */
async function beginSession(parts: Parts, call: Call, { id, passwordHash }: Account): Promise<void> {
  const sessionId = await parts.sessions.begin(call.res, id, call.req.get('user-agent') ?? '');
  if ((await parts.vault.account(id))?.passwordHash === passwordHash) return;
  await parts.vault.endSession(sessionId);
  parts.sessions.clear(call.res);
  throw new Refusal('login-failed');
}

async function logout(parts: Parts, call: Call): Promise<void> {
  const { identity, res } = call;
  if (identity) await endSession(parts, call, identity.userId, identity.sessionId);
  parts.sessions.clear(res);
  res.json({ success: true });
}
