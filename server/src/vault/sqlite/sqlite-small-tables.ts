import type { ReactionCalls, ReactionRecord } from '../reactions.js';
import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';
import type { BannedAddressCalls, ChoiceCalls } from '../vault.js';

export function sqliteBannedAddresses(db: Database, write: Write): BannedAddressCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS banned_addresses (hmac TEXT PRIMARY KEY, until TEXT) STRICT, WITHOUT ROWID;
  `);
  const insert = db.prepare('INSERT OR REPLACE INTO banned_addresses VALUES (?, ?)');
  const existing = db.prepare('SELECT 1 FROM banned_addresses WHERE hmac = ? AND (until IS NULL OR until > ?)');
  const prune = db.prepare('DELETE FROM banned_addresses WHERE until <= ?');
  return {
    banAddress: (hmac, until) => write(() => void insert.run(hmac, until)),
    isAddressBanned: (hmac, now) => wrapVaultErrors(() => existing.get(hmac, now) !== undefined),
    pruneBannedAddresses: (now) => write(() => void prune.run(now)),
  };
}

export function sqliteChoices(db: Database, write: Write): ChoiceCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS choices (
      user_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (user_id, name)
    ) STRICT, WITHOUT ROWID;
  `);
  const one = db.prepare('SELECT value FROM choices WHERE user_id = ? AND name = ?');
  const put = db.prepare(
    'INSERT INTO choices VALUES (?, ?, ?) ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value',
  );
  return {
    choice: (userId, name) =>
      wrapVaultErrors(() => (one.get(userId, name) as { value: string } | undefined)?.value ?? null),
    setChoice: (userId, name, value) => write(() => void put.run(userId, name, value)),
  };
}

export function sqliteReactions(db: Database, write: Write): ReactionCalls {
  db.exec(`
    CREATE TABLE IF NOT EXISTS reactions (name TEXT PRIMARY KEY, version INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  `);
  const all = db.prepare('SELECT record FROM reactions ORDER BY name');
  const insert = db.prepare('INSERT INTO reactions (name, version, record) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const update = db.prepare('UPDATE reactions SET version = ?, record = ? WHERE name = ? AND version = ?');
  return {
    reactions: () =>
      wrapVaultErrors(() =>
        (all.all() as { record: string }[]).map(({ record }) => JSON.parse(record) as ReactionRecord),
      ),
    saveReaction: (record) =>
      write(() => {
        const { name, version } = record;
        const text = JSON.stringify(record);
        const { changes } =
          version === 1 ? insert.run(name, version, text) : update.run(version, text, name, version - 1);
        return Number(changes) > 0;
      }),
  };
}
