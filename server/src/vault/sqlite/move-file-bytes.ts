import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { FileStore } from '../files.js';

/** Older vaults, which a backup may contain, have the bytes of files in a table. Can be repeated after a crash. */
export async function moveFileBytes(db: Database, store: FileStore): Promise<void> {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'file_bytes'`).get()) return;
  const get = db.prepare('SELECT bytes FROM file_bytes WHERE name = ?');
  for (const { name } of db.prepare('SELECT name FROM file_bytes').all() as { name: string }[]) {
    await store.put(name, (get.get(name) as { bytes: Uint8Array }).bytes);
  }
  db.exec('DROP TABLE file_bytes');
}
