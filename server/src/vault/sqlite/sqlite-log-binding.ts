import type { Database } from '@guildhall/event-store/sqlite/database.js';
import type { LogBinding, LogBindingCalls } from '../log-binding.js';
import { wrapVaultErrors } from '../wrap-vault-errors.js';
import type { Write } from './sqlite-writes.js';

const table = 'log_binding';

export function sqliteLogBinding(db: Database, write: Write): LogBindingCalls {
  db.exec(`CREATE TABLE IF NOT EXISTS ${table} (one INTEGER PRIMARY KEY, binding TEXT NOT NULL) STRICT`);
  const put = db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (1, ?)`);
  return {
    logBinding: () => wrapVaultErrors(() => readLogBinding(db)),
    bindToLog: (binding) => write(() => void put.run(JSON.stringify(binding))),
  };
}

/** Also reads files that are opened read-only; null if no server has bound the vault to a log. */
export function readLogBinding(db: Database): LogBinding | null {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '${table}'`).get()) return null;
  const row = db.prepare(`SELECT binding FROM ${table}`).get() as { binding: string } | undefined;
  return row ? (JSON.parse(row.binding) as LogBinding) : null;
}
