import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import { toColumn, toSqlValue, type SqlValue } from './query.js';
import { SharedCommit } from './shared-commit.js';
import { getFields, type DeclaredFields } from '../view-fields.js';
import { StaleWriter, type Scalar, type ViewPage, type ViewWrite } from '../../view-store.js';

export interface SqliteWriterOptions {
  commitEveryMs: number;
  /** A hook for tests, called before the first document (0) and after the nth. May throw. */
  afterWrite?: ((writtenCount: number) => void) | undefined;
}

interface Table {
  upsert: Statement;
  fields: string[];
  updates: Map<string, Statement>;
}

interface State {
  checkpoint: Position;
  epoch: number;
  event: EventReference | string | null;
}

const maxUpdates = 100;

type Fields = Record<string, Scalar | undefined>;

/** Pages can be read on this connection as soon as they are applied. */
export class SqliteWriter {
  readonly #tables = new Map<string, Table>();
  readonly #commits: SharedCommit;
  #state: State | null = null;

  constructor(
    private readonly db: Database,
    private readonly declaredFields: DeclaredFields,
    private readonly prepare: (sql: string) => Statement,
    private readonly options: SqliteWriterOptions,
  ) {
    this.#commits = new SharedCommit(db, options.commitEveryMs, {
      onBegin: () => (this.#state = null),
      write: (page) => this.#writePage(page),
      complete: () => this.#writeState(),
    });
  }

  readState(): Readonly<State> {
    if (!this.db.isTransaction) return this.#readState();
    return (this.#state ??= this.#readState());
  }

  readLastEvent(): EventReference | null {
    const { event } = this.readState();
    return typeof event === 'string' ? (JSON.parse(event) as EventReference) : event;
  }

  claim(epoch: number): void {
    this.#commits.runAndCommit(() => {
      const state = this.readState();
      if (epoch < state.epoch) throw new StaleWriter();
      this.#state = { ...state, epoch };
    });
  }

  apply(page: ViewPage): void {
    this.#commits.apply(page);
  }

  end(): void {
    this.#commits.end();
  }

  #writePage(page: ViewPage): void {
    const state = this.readState();
    if (page.epoch < state.epoch) throw new StaleWriter();
    if (page.last.position < state.checkpoint) return;
    this.options.afterWrite?.(0);
    let writtenCount = 0;
    for (const write of page.writes) {
      this.#write(write);
      this.options.afterWrite?.(++writtenCount);
    }
    this.#state = { checkpoint: page.last.position, event: page.last, epoch: page.epoch };
  }

  #readState(): State {
    return this.prepare('SELECT checkpoint, epoch, event FROM _state').get() as State;
  }

  #writeState(): void {
    if (!this.#state) return;
    const { checkpoint, event, epoch } = this.#state;
    const json = event === null || typeof event === 'string' ? event : JSON.stringify(event);
    this.prepare('UPDATE _state SET checkpoint = ?, event = ?, epoch = ?').run(checkpoint, json, epoch);
  }

  #write(write: ViewWrite): void {
    const table = this.#table(write.collection);
    const document = write.document as unknown as Fields;
    const body = JSON.stringify(document);
    if (write.stored && this.#update(write, table, write.stored as unknown as Fields, document, body)) return;
    const values: SqlValue[] = [write.id, write.pos, body];
    for (const field of table.fields) values.push(toSqlValue(document[field]));
    table.upsert.run(...values);
  }

  /**
   * Sets only changed columns because SQLite writes every index whose column is set.
   * @returns false if nothing was updated
   */
  #update(write: ViewWrite, table: Table, storedFields: Fields, document: Fields, body: string): boolean {
    const values: SqlValue[] = [write.pos, body];
    let columns = '';
    for (const field of table.fields) {
      const value = toSqlValue(document[field]);
      if (value === toSqlValue(storedFields[field])) continue;
      columns += `, ${toColumn(field)} = ?`;
      values.push(value);
    }
    let update = table.updates.get(columns);
    if (!update) {
      if (table.updates.size >= maxUpdates) return false;
      update = this.prepare(`UPDATE "${write.collection}" SET pos = ?, body = ?${columns} WHERE id = ? AND pos < ?`);
      table.updates.set(columns, update);
    }
    values.push(write.id, write.pos);
    return Number(update.run(...values).changes) > 0;
  }

  #table(collection: string): Table {
    let table = this.#tables.get(collection);
    if (!table) this.#tables.set(collection, (table = this.#prepareTable(collection)));
    return table;
  }

  #prepareTable(collection: string): Table {
    const fields = [...getFields(this.declaredFields, collection)].filter((field) => field !== 'id' && field !== 'pos');
    const columns = ['pos', 'body', ...fields.map(toColumn)];
    const upsert = `INSERT INTO "${collection}" (id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
      ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
      WHERE excluded.pos > pos`;
    return { upsert: this.prepare(upsert), fields, updates: new Map() };
  }
}
