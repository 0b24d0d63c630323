import type { Database } from '@guildhall/event-store/sqlite-database.js';
import { reach } from './reach.js';
import type { Session, Vault } from './vault.js';

type SessionCalls = Pick<
  Vault,
  'createSession' | 'session' | 'sessionsOf' | 'endSession' | 'endSessions' | 'pruneSessions'
>;

export function sqliteSessions(db: Database): SessionCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS sessions (
      id TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL,
      user_agent TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS sessions_user ON sessions (user_id);
    CREATE INDEX IF NOT EXISTS sessions_expiry ON sessions (expires_at);
  `);
  const columns = 'id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt, user_agent AS userAgent';
  const insert = db.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)');
  const byId = db.prepare(`SELECT ${columns} FROM sessions WHERE id = ?`);
  const ofUser = db.prepare(`SELECT ${columns} FROM sessions WHERE user_id = ? ORDER BY created_at, id`);
  const end = db.prepare('DELETE FROM sessions WHERE id = ?');
  const endOfUser = db.prepare('DELETE FROM sessions WHERE user_id = ? AND id <> ?');
  const prune = db.prepare('DELETE FROM sessions WHERE expires_at < ?');
  return {
    createSession: (s) => reach(() => void insert.run(s.id, s.userId, s.createdAt, s.expiresAt, s.userAgent)),
    session: (id) => reach(() => (byId.get(id) as Session | undefined) ?? null),
    sessionsOf: (userId) => reach(() => ofUser.all(userId) as Session[]),
    endSession: (id) => reach(() => void end.run(id)),
    endSessions: (userId, exceptId = '') => reach(() => void endOfUser.run(userId, exceptId)),
    pruneSessions: (expiredBefore) => reach(() => void prune.run(expiredBefore)),
  };
}
