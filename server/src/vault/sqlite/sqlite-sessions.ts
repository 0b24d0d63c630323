import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';
import type { Session, SessionCalls } from '../vault.js';

export function sqliteSessions(db: Database, write: Write): SessionCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS sessions (
      id TEXT PRIMARY KEY, user_id INTEGER NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL,
      user_agent TEXT NOT NULL, used_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS sessions_user ON sessions (user_id);
    CREATE INDEX IF NOT EXISTS sessions_expiry ON sessions (expires_at);
  `);
  const columns =
    'id, user_id AS userId, created_at AS createdAt, expires_at AS expiresAt, user_agent AS userAgent, used_at AS usedAt';
  const insert = db.prepare('INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?)');
  const use = db.prepare('UPDATE sessions SET used_at = ? WHERE id = ?');
  const byId = db.prepare(`SELECT ${columns} FROM sessions WHERE id = ?`);
  const ofUser = db.prepare(`SELECT ${columns} FROM sessions WHERE user_id = ? ORDER BY created_at, id`);
  const end = db.prepare('DELETE FROM sessions WHERE id = ?');
  const endOfUser = db.prepare('DELETE FROM sessions WHERE user_id = ? AND id <> ?');
  const prune = db.prepare('DELETE FROM sessions WHERE expires_at < ?');
  return {
    createSession: (s) =>
      write(() => void insert.run(s.id, s.userId, s.createdAt, s.expiresAt, s.userAgent, s.usedAt ?? null)),
    session: (id) =>
      wrapVaultErrors(() => {
        const row = byId.get(id) as SessionRow | undefined;
        return row ? sessionOf(row) : null;
      }),
    sessionsOf: (userId) => wrapVaultErrors(() => (ofUser.all(userId) as SessionRow[]).map(sessionOf)),
    useSession: (id, usedAt) => write(() => void use.run(usedAt, id)),
    endSession: (id) => write(() => void end.run(id)),
    endSessions: (userId, exceptId = '') => write(() => void endOfUser.run(userId, exceptId)),
    pruneSessions: (expiredBefore) => write(() => void prune.run(expiredBefore)),
  };
}

type SessionRow = Omit<Session, 'usedAt'> & { usedAt: string | null };

function sessionOf({ usedAt, ...session }: SessionRow): Session {
  return usedAt === null ? session : { ...session, usedAt };
}
