import { findLastUse } from './account-record.js';
import type { Collection } from '../documents.js';
import type { LastSeen, SessionCalls } from './session.js';

export const createSessionCalls = (
  sessions: Collection<'sessions'>,
  accounts: Collection<'accounts'>,
  pushDevices: Collection<'pushDevices'>,
): SessionCalls => ({
  createSession: (session) => sessions.put(session),
  findSession: (id) => sessions.get(id),
  listSessions: (userId) => sessions.find({ userId }, { orderBy: 'createdAt' }),
  findLastSeen: async (userIds) => {
    const [storedAccounts, userSessions] = await Promise.all([
      accounts.find({ id: { in: userIds } }),
      sessions.find({ userId: { in: userIds } }),
    ]);
    return new Map(
      storedAccounts.flatMap(({ id, account }): [number, LastSeen][] => {
        if (!account) return [];
        const at = findLastUse(
          account,
          userSessions.filter(({ userId }) => userId === id),
        );
        return [[id, { at, isHidden: account.about?.hideSeen ?? false }]];
      }),
    );
  },
  useSession: async (id, usedAt, expiresAt) =>
    void (await sessions.edit(id, (session) => ({ ...session, usedAt, expiresAt }))),
  endSession: async (id) => {
    await sessions.remove({ id });
    await pushDevices.remove({ sessionId: id });
  },
  endSessions: async (userId, exceptId = '') => {
    await sessions.remove({ userId, id: { ne: exceptId } });
    await pushDevices.remove({ userId, sessionId: { ne: exceptId } });
  },
  pruneSessions: async (expiredBefore) => {
    const ids = (await sessions.find({ expiresAt: { lt: expiredBefore } })).map(({ id }) => id);
    await pushDevices.remove({ sessionId: { in: ids } });
    await sessions.remove({ id: { in: ids } });
  },
});
