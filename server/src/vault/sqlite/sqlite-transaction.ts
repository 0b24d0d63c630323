import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';

/** Compiled once for each connection: that takes longer than a small transaction. */
const statements = new WeakMap<Database, { begin: Statement; commit: Statement }>();

/** Runs work in one transaction, which an error rolls back. */
export function inTransaction<T>(db: Database, work: () => T): T {
  const { begin, commit } = statementsOf(db);
  begin.run();
  try {
    const result = work();
    commit.run();
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function statementsOf(db: Database) {
  let known = statements.get(db);
  if (!known) {
    known = { begin: db.prepare('BEGIN IMMEDIATE'), commit: db.prepare('COMMIT') };
    statements.set(db, known);
  }
  return known;
}
