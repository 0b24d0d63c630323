import { createHash } from 'node:crypto';
import { commandContext, type Call } from '../http/operation.js';
import type { Services } from '../services.js';

/** What a session is called where its owner sees it: its own id is as good as his password. */
export const publicSessionId = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('base64url').slice(0, 22);

/** Ends one session here and, through the log, on every server, which closes its sockets. */
export async function endSession(parts: Services, call: Call, userId: number, sessionId: string): Promise<void> {
  await parts.vault.endSession(sessionId);
  parts.sessions.forget(userId, sessionId);
  const context = commandContext(`end-session ${publicSessionId(sessionId)}`, call);
  await parts.commands.account({ type: 'EndSessions', userId, sessionId }, context);
}

/**
 * Ends all of a user's sessions but one: a command for each, which reads the user's stream again. There are at most 50,
 * as many as a login keeps. @returns how many
 */
export async function endOtherSessions(parts: Services, call: Call, userId: number, kept: string): Promise<number> {
  const others = (await parts.vault.sessionsOf(userId)).filter(({ id }) => id !== kept);
  await parts.vault.endSessions(userId, kept);
  for (const { id } of others) await endSession(parts, call, userId, id);
  return others.length;
}
