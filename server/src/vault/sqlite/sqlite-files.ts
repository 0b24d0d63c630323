import type { Database } from '@guildhall/event-store/sqlite/database.js';
import { installationId, type FileCalls, type FileStore, type OwnedFile } from '../files.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

/** The bytes are sealed, so an erasure rewrites only the records: of bytes there may be gigabytes. */
export const fileBytesTable = 'file_bytes';

const schema = `
  CREATE TABLE IF NOT EXISTS files (
    id TEXT PRIMARY KEY, owner_id INTEGER NOT NULL, hash TEXT NOT NULL, content_type TEXT NOT NULL,
    saved_at TEXT NOT NULL, salt BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS files_owner ON files (owner_id);
  CREATE INDEX IF NOT EXISTS files_hash ON files (hash);
  CREATE TABLE IF NOT EXISTS ${fileBytesTable} (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
`;
const columns = 'id, owner_id AS ownerId, hash, content_type AS contentType, saved_at AS savedAt, salt';

export function sqliteFiles(db: Database, write: Write): FileCalls {
  db.exec(schema);
  const save = db.prepare(
    `INSERT INTO files VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at
     RETURNING ${columns}`,
  );
  const select = (where: string) => db.prepare(`SELECT ${columns} FROM files WHERE ${where}`);
  const by = {
    id: select('id = ?'),
    hash: select('hash = ? ORDER BY id'),
    ownerId: select('owner_id = ? ORDER BY id'),
  };
  const after = select('id > ? ORDER BY id LIMIT ?');
  const remove = db.prepare('DELETE FROM files WHERE id = ? AND saved_at = ?');
  return {
    saveFile: ({ id, ownerId, hash, contentType, savedAt, salt }) =>
      write(() => fileOf(save.get(id, ownerId ?? installationId, hash, contentType, savedAt, salt))),
    filesBy: (field, value) => wrapVaultErrors(() => by[field].all(value ?? installationId).map(fileOf)),
    files: (afterId, limit) => wrapVaultErrors(() => after.all(afterId, limit).map(fileOf)),
    removeFile: ({ id, savedAt }) => write(() => Number(remove.run(id, savedAt).changes) > 0),
    fileStore: sqliteFileStore(db, write),
  };
}

function sqliteFileStore(db: Database, write: Write): FileStore {
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

function fileOf(row: unknown): OwnedFile {
  const file = row as OwnedFile & { ownerId: number };
  return { ...file, ownerId: file.ownerId === installationId ? null : file.ownerId, salt: new Uint8Array(file.salt) };
}
