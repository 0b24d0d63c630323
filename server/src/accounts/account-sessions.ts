import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import type { ResponseCookie, Sessions } from '../request/sessions.js';
import type { Commands } from '../commands/commands.js';
import type { KnownCallers } from './login/known-callers.js';
import { toCommandContext, type RequestContext } from '../request/request-context.js';

interface Dependencies {
  vault: Vault;
  sessions: Sessions;
  commands: Commands;
}

/** Hides the internal id, which is as sensitive as a password. */
export const toPublicSessionId = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url').slice(0, 22);

export async function endSession(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  sessionId: string,
): Promise<void> {
  await services.vault.endSession(sessionId);
  services.sessions.forget(userId, sessionId);
  const context = toCommandContext(`end-session ${toPublicSessionId(sessionId)}`, call);
  await services.commands.account({ type: 'EndSessions', userId, sessionId }, context);
}

export async function endOtherSessions(
  services: Dependencies,
  call: RequestContext,
  userId: number,
  exceptId: string,
): Promise<number> {
  const otherSessions = (await services.vault.listSessions(userId)).filter(({ id }) => id !== exceptId);
  await services.vault.endSessions(userId, exceptId);
  for (const { id } of otherSessions) await endSession(services, call, userId, id);
  return otherSessions.length;
}

interface BeginServices extends Pick<Dependencies, 'vault' | 'sessions'> {
  knownCallers: KnownCallers;
  logger: Logger;
}

/**
 * Ends the new session if the password was changed in the meantime, because the change could not end a session that did
 * not exist yet.
 * @throws Refusal login-failed
 */
export async function beginSession(
  { vault, sessions, knownCallers, logger }: BeginServices,
  call: Pick<RequestContext, 'header' | 'ip'>,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<ResponseCookie[]> {
  const { sessionId, cookie } = await sessions.begin(id, call.header('user-agent') ?? '');
  if ((await vault.findAccount(id))?.passwordHash === passwordHash) {
    const browserCookies = await knownCallers.remember(call, id).catch((error: unknown) => {
      logger.error({ err: error, userId: id }, 'the browser of a login was not remembered');
      return [];
    });
    return [cookie, ...browserCookies];
  }
  await vault.endSession(sessionId);
  throw new Refusal('login-failed');
}
