import type { Position } from '@guildhall/event-store/port.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import { columnOf, sqlValue, type SqlValue } from './query.js';
import { checkKeys, fieldsOf, indexedValue, type DeclaredFields } from '../view-fields.js';
import { StaleWriter, type ViewPage, type ViewWrite } from '../../view-store.js';

const maxRowsPerStatement = 50;

/**
 * Writes a generation without readers: many rows with a statement, and all columns of each, as there are no indexes that
 * an unchanged column should leave alone.
 */
export class BulkWriter {
  constructor(
    private readonly db: Database,
    private readonly declared: DeclaredFields,
    private readonly prepare: (sql: string) => Statement,
  ) {}

  /** All of the page in one transaction, or nothing when it ends before the checkpoint. @throws StaleWriter */
  apply({ writes, last, epoch }: ViewPage): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const state = this.prepare('SELECT checkpoint, epoch FROM _state').get() as {
        checkpoint: Position;
        epoch: number;
      };
      if (epoch < state.epoch) throw new StaleWriter();
      if (last.position >= state.checkpoint) {
        this.#write(writes);
        const done = this.prepare('UPDATE _state SET checkpoint = ?, event = ?, epoch = ?');
        done.run(last.position, JSON.stringify(last), epoch);
      }
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK'); // some errors have ended it
      throw error;
    }
  }

  /** Faster where the writes to one collection follow one another. */
  #write(writes: readonly ViewWrite[]): void {
    for (let from = 0; from < writes.length;) {
      const { collection } = writes[from] as ViewWrite;
      let to = from;
      while (to < writes.length && to < from + maxRowsPerStatement && writes[to]?.collection === collection) to++;
      const isFull = to === from + maxRowsPerStatement;
      for (const rows of isFull ? [writes.slice(from, to)] : writes.slice(from, to).map((write) => [write])) {
        this.#upsert(collection, rows);
      }
      from = to;
    }
  }

  /** @throws TypeError also for a removal: a build removes nothing */
  #upsert(collection: string, writes: readonly ViewWrite[]): void {
    const fields = [...fieldsOf(this.declared, collection)].filter((field) => field !== 'id' && field !== 'pos');
    const values: SqlValue[] = [];
    for (const write of writes) {
      checkKeys(write);
      const { id, pos, document } = write;
      if (!document) throw new TypeError(`A build does not remove ${collection} ${id}`);
      values.push(id, pos, JSON.stringify(document));
      for (const field of fields) values.push(sqlValue(indexedValue(document, field)));
    }
    this.prepare(upsertSql(collection, fields, writes.length)).run(...values);
  }
}

function upsertSql(collection: string, fields: readonly string[], rows: number): string {
  const columns = ['pos', 'body', ...fields.map(columnOf)];
  const row = `(?${', ?'.repeat(columns.length)})`;
  const set = columns.map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO "${collection}" (id, ${columns.join(', ')}) VALUES ${row}${`, ${row}`.repeat(rows - 1)}
    ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.pos > pos`;
}
