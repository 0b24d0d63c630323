import type { Position } from '@guildhall/event-store/port.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import { columnOf, sqlValue } from './query.js';
import { checkKeys, fieldsOf, indexedValue, type DeclaredFields } from '../view-fields.js';
import { StaleWriter, type Scalar, type ViewPage, type ViewWrite } from '../../view-store.js';

const rowsOfStatement = 50;
const maxRows = 500; // written in a few milliseconds

/** Documents of one collection as the values of their columns, one document after another. */
export interface Rows {
  collection: string;
  values: Scalar[];
}

/**
 * What a page writes, in parts for another thread: flat lists of scalars cost it and this one less than documents, or
 * than their JSON all in one. @throws TypeError also for a removal: what is built removes nothing
 */
export function* rowsOf(writes: readonly ViewWrite[], declared: DeclaredFields): Generator<Rows> {
  let rows: Rows | undefined;
  let fields: readonly string[] = [];
  for (const write of writes) {
    checkKeys(write);
    const { collection, id, pos, document } = write;
    if (!document) throw new TypeError(`A build does not remove ${collection} ${id}`);
    if (rows && (rows.collection !== collection || rows.values.length >= maxRows * (fields.length + 3))) {
      yield rows;
      rows = undefined;
    }
    if (!rows) {
      rows = { collection, values: [] };
      fields = indexedFields(declared, collection);
    }
    rows.values.push(id, pos, JSON.stringify(document));
    for (const field of fields) rows.values.push(indexedValue(document, field));
  }
  if (rows) yield rows;
}

/** Those with a column of their own. */
const indexedFields = (declared: DeclaredFields, collection: string): string[] =>
  [...fieldsOf(declared, collection)].filter((field) => field !== 'id' && field !== 'pos');

/**
 * Writes a generation without readers: many rows with a statement, and all columns of each, as there are no indexes that
 * an unchanged column should leave alone.
 */
export class BulkWriter {
  #failed: Error | null = null;

  constructor(
    private readonly db: Database,
    private readonly declared: DeclaredFields,
    private readonly prepare: (sql: string) => Statement,
  ) {}

  /** A part of the next page. Once one has failed, the rest of the page does too. */
  write(rows: Rows): void {
    if (this.#failed) throw this.#failed;
    try {
      if (!this.db.isTransaction) this.db.exec('BEGIN IMMEDIATE');
      this.#upsert(rows);
    } catch (error) {
      this.#failed = error as Error;
      this.#takeBack();
      throw error;
    }
  }

  /** Commits the page, or nothing of it when it ends before the checkpoint. @throws StaleWriter */
  finish({ last, epoch }: Pick<ViewPage, 'last' | 'epoch'>): void {
    try {
      if (this.#failed) throw this.#failed;
      if (!this.db.isTransaction) this.db.exec('BEGIN IMMEDIATE');
      const state = this.prepare('SELECT checkpoint, epoch FROM _state').get() as {
        checkpoint: Position;
        epoch: number;
      };
      if (epoch < state.epoch) throw new StaleWriter();
      if (last.position < state.checkpoint) return this.#takeBack();
      const done = this.prepare('UPDATE _state SET checkpoint = ?, event = ?, epoch = ?');
      done.run(last.position, JSON.stringify(last), epoch);
      this.db.exec('COMMIT');
    } catch (error) {
      this.#takeBack();
      throw error;
    } finally {
      this.#failed = null;
    }
  }

  /** Takes back the parts of a page that will not be finished. */
  forget(): void {
    this.#takeBack();
    this.#failed = null;
  }

  #takeBack(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK'); // some errors have ended it
  }

  #upsert({ collection, values }: Rows): void {
    const fields = indexedFields(this.declared, collection);
    let from = 0;
    for (const count of [rowsOfStatement, 1]) {
      const length = count * (fields.length + 3);
      if (from + length > values.length) continue;
      const statement = this.prepare(upsertSql(collection, fields, count));
      for (; from + length <= values.length; from += length) {
        statement.run(...values.slice(from, from + length).map(sqlValue));
      }
    }
  }
}

function upsertSql(collection: string, fields: readonly string[], rows: number): string {
  const columns = ['pos', 'body', ...fields.map(columnOf)];
  const row = `(?${', ?'.repeat(columns.length)})`;
  const set = columns.map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO "${collection}" (id, ${columns.join(', ')}) VALUES ${row}${`, ${row}`.repeat(rows - 1)}
    ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.pos > pos`;
}
