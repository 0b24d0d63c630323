import type { OnCollections, SessionDocument } from './mongo-collections.js';
import type { Session, SessionCalls } from '../vault.js';

export function mongoSessions(on: OnCollections): SessionCalls {
  return {
    createSession: ({ id, ...session }) =>
      on(async ({ sessions }) => void (await sessions.replaceOne({ _id: id }, session, { upsert: true }))),
    session: (id) =>
      on(async ({ sessions }) => {
        const found = await sessions.findOne({ _id: id });
        return found && sessionOf(found);
      }),
    sessionsOf: (userId) =>
      on(async ({ sessions }) => {
        const found = await sessions.find({ userId }).sort({ createdAt: 1, _id: 1 }).toArray();
        return found.map(sessionOf);
      }),
    useSession: (id, usedAt) =>
      on(async ({ sessions }) => void (await sessions.updateOne({ _id: id }, { $set: { usedAt } }))),
    endSession: (id) => on(async ({ sessions }) => void (await sessions.deleteOne({ _id: id }))),
    endSessions: (userId, exceptId = '') =>
      on(async ({ sessions }) => void (await sessions.deleteMany({ userId, _id: { $ne: exceptId } }))),
    pruneSessions: (before) =>
      on(async ({ sessions }) => void (await sessions.deleteMany({ expiresAt: { $lt: before } }))),
  };
}

function sessionOf({ _id, ...session }: SessionDocument): Session {
  return { id: _id, ...session };
}
