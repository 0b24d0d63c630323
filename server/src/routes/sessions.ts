import { Refusal } from '@guildhall/domain/refusals.js';
import { endedResponse, sessionId, sessionRow } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { endOtherSessions, endSession, toPublicSessionId } from '../accounts/account-sessions.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { maxSessionsPerUser } from '../request/sessions.js';

export const sessionRoutes = tagRoutes('Account', [
  route.get('/sessions', {
    scope: null,
    summary: 'Your sessions, oldest first',
    response: sessionRow.array(),
    rows: maxSessionsPerUser,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const now = new Date().toISOString();
      const sessions = (await services.vault.listSessions(userId)).filter(({ expiresAt }) => expiresAt > now);
      const rows = sessions.map(({ id, createdAt, usedAt = createdAt, expiresAt, userAgent }) => ({
        id: toPublicSessionId(id),
        user_agent: userAgent,
        created_at: createdAt,
        used_at: usedAt,
        expires_at: expiresAt,
        current: id === call.identity?.sessionId,
      }));
      return { cache: 'no-store', body: rows };
    },
  }),
  route.delete('/sessions/:id', {
    scope: null,
    summary: 'End one of your sessions, with its live connections',
    pathId: sessionId,
    response: writeResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('session')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const sessions = await services.vault.listSessions(userId);
      const session = sessions.find(({ id }) => toPublicSessionId(id) === call.params.id);
      if (!session) throw new Refusal('not-found');
      await endSession(services, call, userId, session.id);
      const isCurrent = session.id === call.identity?.sessionId;
      return { body: { success: true }, ...(isCurrent && { cookies: [services.sessions.noCookie] }) };
    },
  }),
  route.delete('/sessions', {
    scope: null,
    summary: 'End all your sessions except this one',
    response: endedResponse,
    login: 'must-be-logged-in',
    limits: [limitPerMember('session')],
    run: async (call, services) => {
      const userId = requireUser(call);
      const endedSessions = await endOtherSessions(services, call, userId, call.identity?.sessionId ?? '');
      return { body: { success: true, ended: endedSessions } };
    },
  }),
]);
