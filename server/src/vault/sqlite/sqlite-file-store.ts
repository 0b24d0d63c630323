import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { FileStore } from '../files.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

/** The bytes are sealed, so an erasure only needs to rewrite the records. */
export const fileBytesTable = 'file_bytes';

export function sqliteFileStore(db: Database, write: Write): FileStore {
  db.exec(`CREATE TABLE IF NOT EXISTS ${fileBytesTable} (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT`);
  const put = db.prepare(`INSERT OR REPLACE INTO ${fileBytesTable} VALUES (?, ?)`);
  const get = db.prepare(`SELECT bytes FROM ${fileBytesTable} WHERE name = ?`);
  const has = db.prepare(`SELECT 1 FROM ${fileBytesTable} WHERE name = ?`);
  const remove = db.prepare(`DELETE FROM ${fileBytesTable} WHERE name = ?`);
  const list = db.prepare(
    `SELECT name FROM ${fileBytesTable} WHERE name > ? AND substr(name, 1, length(?)) = ? ORDER BY name LIMIT ?`,
  );
  return {
    put: (name, bytes) => write(() => void put.run(name, bytes)),
    get: (name) => wrapVaultErrors(() => (get.get(name) as { bytes: Uint8Array } | undefined)?.bytes ?? null),
    has: (name) => wrapVaultErrors(() => has.get(name) !== undefined),
    remove: (name) => write(() => void remove.run(name)),
    list: (prefix, after, limit) =>
      wrapVaultErrors(() => {
        const from = after > prefix ? after : prefix;
        return (list.all(from, prefix, prefix, limit) as { name: string }[]).map(({ name }) => name);
      }),
  };
}
