import { loginResponse, type Me, meResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { credentials, twoStepCode } from '../accounts/authentication.js';
import { browserTimeZone } from '../accounts/registration.js';
import { createAppealToken } from '../accounts/appeal-token.js';
import { beginSession, endSession } from '../accounts/account-sessions.js';
import { route, tagRoutes } from './operation.js';
import { countInHandler, limitPerMember } from '../http/operation-limits.js';
import { BannedLogin, UnverifiedLogin } from '../request/refusals.js';
import { buildRoleFields } from '../policy/role-fields.js';
import type { Services } from '../services.js';
import { getActivePause } from '../vault/account/account-record.js';
import type { Account } from '../vault/account/account.js';

const loginBody = credentials.extend({
  code: twoStepCode.optional().describe('The two-step login code or a recovery code, if the account uses them'),
  time_zone: browserTimeZone,
});

export const loginRoutes = tagRoutes('Account', [
  route.get('/me', {
    scope: null,
    atRoot: true,
    summary: 'The caller, with permissions; null for a guest',
    response: meResponse,
    run: async ({ identity }, services) => {
      const account = identity && (await services.vault.findAccount(identity.userId));
      // The response for guests never changes.
      const scopes = identity ? undefined : [];
      return {
        cache: 'no-cache',
        body: { user: account ? buildMe(services, account) : null },
        ...(scopes && { scopes }),
      };
    },
  }),
  route.post('/login', {
    scope: null,
    atRoot: true,
    summary: 'Start a session',
    body: loginBody,
    response: loginResponse,
    keyless: true,
    limits: [
      countInHandler('login-address'),
      countInHandler('login'),
      countInHandler('login-name'),
      countInHandler('code'),
    ],
    /** Reveals an account's details only after the password and the code have been accepted. */
    run: async (call, services) => {
      const account = await services.authentication.authenticate(call);
      if (!account.verified)
        throw new UnverifiedLogin(services.pendingRegistrations.createCookie(account.id, account.passwordHash));
      if (account.twoStep?.on) await services.authentication.spendCode(account.id, call.body.code);
      await refuseBanned(services, account.id);
      const cookies = await beginSession(services, call, account);
      await services.timeZones.remember(account.id, call.body.time_zone);
      return { cookies, body: { success: true, user: buildMe(services, account) } };
    },
  }),
  route.post('/logout', {
    scope: null,
    atRoot: true,
    summary: 'End the session',
    response: writeResponse,
    limits: [limitPerMember('session')],
    run: async (call, services) => {
      const { identity } = call;
      if (identity) {
        await endSession(services, call, identity.userId, identity.sessionId);
        await recordVisit(services, identity.userId);
      }
      return { body: { success: true }, cookies: [services.sessions.noCookie] };
    },
  }),
]);

/** The session has ended already, so a failure must not make the logout fail. */
async function recordVisit({ presence, logger }: Services, userId: number): Promise<void> {
  await presence.record(userId).catch((error: unknown) => {
    logger.error({ err: error, userId }, 'the last visit of a member was not stored');
  });
}

function buildMe({ policy }: Services, account: Account): Me {
  const pause = getActivePause(account);
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    verified: account.verified,
    banned: policy.findBan(account.id) !== null,
    ...buildRoleFields(policy, account.id),
    avatar_url: account.avatar,
    created_at: account.createdAt,
    two_step: account.twoStep?.on ?? false,
    ...(pause && { email_pause: { at: pause.at, reason: pause.reason } }),
  };
}

async function refuseBanned({ env, policy, texts }: Services, userId: number): Promise<void> {
  const ban = policy.findBan(userId);
  if (!ban) return;
  const openedReason = ban.reason === null ? null : (await texts.open([ban.reason])).get(ban.reason);
  throw new BannedLogin({
    reason: openedReason?.text ?? null,
    until: ban.until,
    appeal_token: createAppealToken(env.secret, userId),
  });
}
