import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import { columnOf, sqlValue, type SqlValue } from './query.js';
import { checkWrite, fieldsOf, type DeclaredFields } from '../view-fields.js';
import { StaleWriter, type Scalar, type ViewPage, type ViewWrite } from '../../view-store.js';

export interface SqliteWriterOptions {
  /** For tests: called inside the transaction before the first document (0) and after the n-th; may throw. */
  afterWrite?: ((written: number) => void) | undefined;
}

interface Table {
  upsert: Statement;
  remove: Statement;
  /** The indexed fields with a column of their own, in the order of the upsert's parameters. */
  fields: string[];
}

/** The writing half of a generation's file. */
export class SqliteWriter {
  readonly #tables = new Map<string, Table>();

  constructor(
    private readonly db: Database,
    private readonly declared: DeclaredFields,
    private readonly prepare: (sql: string) => Statement,
    private readonly options: SqliteWriterOptions,
  ) {}

  state(): { checkpoint: Position; epoch: number } {
    return this.prepare('SELECT checkpoint, epoch FROM _state').get() as { checkpoint: Position; epoch: number };
  }

  lastEvent(): EventReference | null {
    const { event } = this.prepare('SELECT event FROM _state').get() as { event: string | null };
    return event === null ? null : (JSON.parse(event) as EventReference);
  }

  /** Excludes writers of earlier epochs. @throws StaleWriter */
  claim(epoch: number): void {
    this.#transaction(() => {
      if (epoch < this.state().epoch) throw new StaleWriter();
      this.prepare('UPDATE _state SET epoch = ?').run(epoch);
    });
  }

  /** @throws StaleWriter */
  apply(page: ViewPage): void {
    this.#transaction(() => {
      const state = this.state();
      if (page.epoch < state.epoch) throw new StaleWriter();
      if (page.last.position < state.checkpoint) return;
      this.options.afterWrite?.(0);
      page.writes.forEach((write, i) => {
        this.#write(write);
        this.options.afterWrite?.(i + 1);
      });
      const done = this.prepare('UPDATE _state SET checkpoint = ?, event = ?, epoch = ?');
      done.run(page.last.position, JSON.stringify(page.last), page.epoch);
    });
  }

  #transaction(work: () => void): void {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      work();
      this.db.exec('COMMIT');
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
  }

  #write(write: ViewWrite): void {
    checkWrite(this.declared, write);
    const { upsert, remove, fields } = this.#table(write.collection);
    if (!write.document) {
      remove.run(write.id, write.pos);
      return;
    }
    const document = write.document as unknown as Record<string, Scalar | undefined>; // checked above for `fields`
    const values: SqlValue[] = [write.id, write.pos, JSON.stringify(document)];
    for (const field of fields) values.push(sqlValue(document[field]));
    upsert.run(...values);
  }

  #table(collection: string): Table {
    let table = this.#tables.get(collection);
    if (!table) this.#tables.set(collection, (table = this.#prepareTable(collection)));
    return table;
  }

  #prepareTable(collection: string): Table {
    const fields = [...fieldsOf(this.declared, collection)].filter((field) => field !== 'id' && field !== 'pos');
    const columns = ['pos', 'body', ...fields.map(columnOf)];
    const upsert = `INSERT INTO "${collection}" (id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
      ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
      WHERE excluded.pos > pos`;
    const remove = `DELETE FROM "${collection}" WHERE id = ? AND pos < ?`;
    return { upsert: this.prepare(upsert), remove: this.prepare(remove), fields };
  }
}
