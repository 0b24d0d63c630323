import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { ChoiceCalls } from '../choices.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

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
