import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';
import { LRUCache } from 'lru-cache';
import { closeDatabase, type Database, type Statement } from '@guildhall/event-store/sqlite/database.js';
import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { translateSqlite } from './errors.js';
import { toColumn, buildGetManySql, toScalar, buildSelectSql, type SqlQuery, type SqlValue } from './query.js';
import { SqliteWriter, type SqliteWriterOptions } from './writer.js';
import { checkFields, checkQuery, getFields, type DeclaredFields } from '../view-fields.js';
import { StoreDamaged } from '../../view-store.js';
import type { DocumentId, Filter, FindOptions, Scalar, ViewDocument, ViewPage, ViewStore } from '../../view-store.js';

export interface SqliteViewStoreOptions extends Partial<SqliteWriterOptions> {
  building?: boolean;
  onDamaged?: ((error: StoreDamaged) => void) | undefined;
}

/**
 * A crash loses at most this much work. Another connection waits up to 5 s for the lock, so commits must be more
 * frequent than that.
 */
const defaultCommitEveryMs = 4_000;
const batchSize = 500;
const pruneSize = 200;
const scanSize = 200; // Reading and parsing this many documents blocks requests for a few milliseconds.

interface MetaRow {
  value: string;
}

interface BodyRow {
  body: string;
}

/** A query's SQL varies with its number of ids, so the cache needs a bound. */
const maxStatements = 500;

/** A page and its checkpoint share a transaction. All work behind the promises is synchronous. */
export class SqliteViewStore implements ViewStore {
  readonly #statements = new LRUCache<string, Statement>({ max: maxStatements });
  readonly pageBytes: number;
  readonly #writer: SqliteWriter;
  #isOpen = true;

  constructor(
    readonly generation: number,
    private readonly db: Database,
    private readonly declaredFields: DeclaredFields,
    private readonly options: SqliteViewStoreOptions,
  ) {
    this.pageBytes = (options.building ? 32 : 4) * 2 ** 20; // Larger pages would only use more memory.
    this.#writer = new SqliteWriter(db, declaredFields, (sql) => this.#prepare(sql), {
      commitEveryMs: options.building ? 0 : (options.commitEveryMs ?? defaultCommitEveryMs),
      afterWrite: options.afterWrite,
    });
  }

  async find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]> {
    checkQuery(this.declaredFields, collection, filter, options);
    return this.#bodies<T>(buildSelectSql('body', collection, filter, options));
  }

  async findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]> {
    checkQuery(this.declaredFields, collection, filter, options);
    checkFields(this.declaredFields, collection, fields);
    const columns = fields.map((field) => `${toColumn(field)} AS "${field}"`).join(', ');
    const { sql, values } = buildSelectSql(columns, collection, filter, options);
    const rows = this.#run(() => this.#prepare(sql).all(...values) as Record<F, SqlValue>[]);
    const readScalars = (row: Record<F, SqlValue>) => fields.map((field) => [field, toScalar(row[field])] as const);
    return rows.map((row) => Object.fromEntries(readScalars(row)) as Record<F, Scalar>);
  }

  async getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]> {
    getFields(this.declaredFields, collection);
    const documents: T[] = [];
    for (let i = 0; i < ids.length; i += batchSize) {
      documents.push(...this.#bodies<T>(buildGetManySql(collection, ids.slice(i, i + batchSize))));
    }
    return documents;
  }

  async count(collection: string, filter: Filter): Promise<number> {
    checkQuery(this.declaredFields, collection, filter);
    const { sql, values } = buildSelectSql('count(*) AS n', collection, filter);
    return this.#run(() => (this.#prepare(sql).get(...values) as { n: number }).n);
  }

  async *scan<T extends ViewDocument>(collection: string): AsyncGenerator<T[]> {
    getFields(this.declaredFields, collection);
    const findPage = (where: string, values: DocumentId[]): T[] =>
      this.#bodies<T>({
        sql: `SELECT body FROM "${collection}" ${where} ORDER BY id LIMIT ${scanSize}`,
        values,
      });
    let batch = findPage('', []);
    for (let last = batch.at(-1); last; last = batch.at(-1)) {
      yield batch;
      batch = findPage('WHERE id > ?', [last.id]);
    }
  }

  async readCheckpoint(): Promise<Position> {
    return this.#run(() => this.#writer.readState().checkpoint);
  }

  async readLastEvent(): Promise<EventReference | null> {
    return this.#run(() => this.#writer.readLastEvent());
  }

  async apply(page: ViewPage): Promise<void> {
    this.#run(() => this.#writer.apply(page));
  }

  async recover(epoch: number): Promise<void> {
    this.#run(() => this.#writer.claim(epoch));
  }

  async prune(collection: string, below: Position): Promise<void> {
    getFields(this.declaredFields, collection);
    const oldest = `SELECT id FROM "${collection}" WHERE id < ? ORDER BY id LIMIT ${pruneSize}`;
    const sql = `DELETE FROM "${collection}" WHERE id IN (${oldest})`;
    while (this.#run(() => Number(this.#prepare(sql).run(below).changes)) === pruneSize) await nextTurn();
  }

  async getMeta<T>(key: string): Promise<T | null> {
    const row = this.#run(() => this.#prepare('SELECT value FROM _meta WHERE key = ?').get(key) as MetaRow | undefined);
    return row ? this.#run(() => parseJson<T>(row.value)) : null;
  }

  async setMeta(key: string, value: unknown): Promise<void> {
    const json = JSON.stringify(value ?? null);
    this.#run(() => this.#prepare('INSERT OR REPLACE INTO _meta VALUES (?, ?)').run(key, json));
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#end();
    } catch (error) {
      if (!isDamaged(error) || this.options.building) throw translateSqlite(error);
    }
  }

  #end(): void {
    try {
      this.#writer.end();
    } finally {
      this.#statements.clear();
      closeDatabase(this.db);
    }
  }

  #bodies<T>({ sql, values }: SqlQuery): T[] {
    const rows = this.#run(() => this.#prepare(sql).all(...values) as BodyRow[]);
    return this.#run(() => rows.map(({ body }) => parseJson<T>(body)));
  }

  #prepare(sql: string): Statement {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement) return cachedStatement;
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const fault = translateSqlite(error);
      if (fault instanceof StoreDamaged) this.options.onDamaged?.(fault);
      throw fault;
    }
  }
}

function parseJson<T>(json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (cause) {
    throw new StoreDamaged(`Stored data cannot be read: ${(cause as Error).message}`, { cause });
  }
}
