import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { ReactionCalls, ReactionRecord } from '../reactions.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

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
