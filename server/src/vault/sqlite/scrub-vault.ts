import { openDatabase, runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import { runInWorker } from '../../process/run-in-worker.js';
import { scrub } from './sqlite-scrub.js';

export type ScrubVault = (path: string) => Promise<void>;

export const scrubVaultInThisThread: ScrubVault = async (path) => {
  const db = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  try {
    await scrub(db, () =>
      runInTransaction(db, () => {
        for (const table of listTables(db)) rewriteTable(db, table);
      }),
    );
  } finally {
    // Skips the final checkpoint, which would wait again for a reader that the scrub has already waited for.
    db.close();
  }
};

/** Uses a worker because concurrent writes to the file would block inside SQLite. */
export const scrubVaultInWorker: ScrubVault = (path) => runInWorker('vault/sqlite/scrub-vault-worker.js', path);

interface Table {
  name: string;
  sql: string;
}

function listTables(db: Database): Table[] {
  const sql = `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  return db.prepare(sql).all() as Table[];
}

function rewriteTable(db: Database, { name, sql }: Table): void {
  const indexes = db
    .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
    .all(name) as { sql: string }[];
  db.exec(sql.replace(/^CREATE TABLE\s+("[^"]+"|\w+)/i, 'CREATE TABLE rewritten'));
  db.exec(`INSERT INTO rewritten SELECT * FROM ${name}; DROP TABLE ${name}; ALTER TABLE rewritten RENAME TO ${name}`);
  for (const index of indexes) db.exec(index.sql);
}
