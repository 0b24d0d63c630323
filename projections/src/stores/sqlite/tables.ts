import { beginning } from '@guildhall/event-store/port.js';
import { runInTransaction, type Database } from '@guildhall/event-store/sqlite/database.js';
import type { DeclaredFields } from '../view-fields.js';
import type { ViewSchema } from '../../view-store.js';
import { toColumn, buildSqlValue } from './query.js';

/** Each table has a JSON column and a column for each indexed field. New columns are filled from the documents. */
export function makeTables(
  db: Database,
  schema: ViewSchema,
  declaredFields: DeclaredFields,
  withIndexes: boolean,
): void {
  runInTransaction(db, () => {
    db.exec(`CREATE TABLE IF NOT EXISTS _state
        (one INTEGER PRIMARY KEY, checkpoint TEXT NOT NULL, epoch INTEGER NOT NULL, event TEXT) STRICT;
      CREATE TABLE IF NOT EXISTS _meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      INSERT OR IGNORE INTO _state (one, checkpoint, epoch) VALUES (1, '${beginning}', 0)`);
    for (const [collection, fields] of declaredFields) makeTable(db, collection, fields);
    if (withIndexes) for (const collection of declaredFields.keys()) makeIndexes(db, collection, schema);
  });
}

function makeTable(db: Database, collection: string, fields: ReadonlySet<string>): void {
  // With rowids, large rows are written sequentially; only the index of their random keys is not.
  db.exec(`CREATE TABLE IF NOT EXISTS "${collection}"
    (id ANY PRIMARY KEY NOT NULL, pos TEXT NOT NULL, body TEXT NOT NULL) STRICT`);
  const addedFields = [...fields].filter((field) => addColumn(db, collection, toColumn(field), 'ANY'));
  const values = addedFields.map((field) => `${toColumn(field)} = ${buildSqlValue(field)}`);
  if (values.length > 0) db.exec(`UPDATE "${collection}" SET ${values.join(', ')}`);
}

function addColumn(db: Database, table: string, column: string, type: string): boolean {
  const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
  if (columns.some(({ name }) => name === column)) return false;
  db.exec(`ALTER TABLE "${table}" ADD COLUMN ${column} ${type}`);
  return true;
}

function makeIndexes(db: Database, collection: string, schema: ViewSchema): void {
  const { indexes = [], sparse } = schema[collection] ?? {};
  for (const index of indexes) {
    const columns = index.map(toColumn).join(', ');
    const where = sparse && index.includes(sparse) ? ` WHERE ${toColumn(sparse)} IS NOT NULL` : '';
    db.exec(`CREATE INDEX IF NOT EXISTS "${collection}: ${columns}${where}" ON "${collection}" (${columns})${where}`);
  }
}
