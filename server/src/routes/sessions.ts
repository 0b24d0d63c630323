import { Refusal } from '@guildhall/domain/refusals.js';
import { endedAnswer, sessionRow } from '../answers/account.js';
import { writeAnswer } from '../answers/write.js';
import { endOtherSessions, endSession, publicSessionId } from '../accounts/end-sessions.js';
import { operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';

export function sessionRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/sessions',
      tag: 'Account',
      summary: 'Where one is logged in, oldest first',
      answer: sessionRow.array(),
      run: (call) => list(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/sessions/:id',
      tag: 'Account',
      summary: 'End one of the own sessions, with its live connections',
      answer: writeAnswer,
      run: (call) => end(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/sessions',
      tag: 'Account',
      summary: 'End all own sessions but this one',
      answer: endedAnswer,
      run: (call) => endOthers(parts, call),
    }),
  ];
}

async function list(parts: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  const now = new Date().toISOString();
  const sessions = (await parts.vault.sessionsOf(userId)).filter(({ expiresAt }) => expiresAt > now);
  const rows = sessions.map(({ id, createdAt, usedAt = createdAt, expiresAt, userAgent }) => ({
    id: publicSessionId(id),
    user_agent: userAgent,
    created_at: createdAt,
    used_at: usedAt,
    expires_at: expiresAt,
    current: id === call.identity?.sessionId,
  }));
  return { cache: 'no-store', body: rows };
}

async function end(parts: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  const sessions = await parts.vault.sessionsOf(userId);
  const found = sessions.find(({ id }) => publicSessionId(id) === call.params.id);
  if (!found) throw new Refusal('not-found');
  await endSession(parts, call, userId, found.id);
  const own = found.id === call.identity?.sessionId;
  return { body: { success: true }, ...(own && { cookie: parts.sessions.noCookie }) };
}

async function endOthers(parts: Services, call: Call): Promise<Result> {
  const userId = requireUser(call);
  const ended = await endOtherSessions(parts, call, userId, call.identity?.sessionId ?? '');
  return { body: { success: true, ended } };
}
