import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { replaceFile } from './replace-file.js';
import { isDamaged, translateSqlite } from './errors.js';
import { makeTables } from './tables.js';
import { SqliteViewStore } from './store.js';
import { declaredFields, type DeclaredFields } from '../view-fields.js';
import {
  StoreDamaged,
  type LiveGeneration,
  type OpenGenerationOptions,
  type ViewGenerations,
  type ViewSchema,
} from '../../view-store.js';

export interface SqliteGenerationsOptions {
  /** For tests: called inside a page's transaction before its first document (0) and after the n-th; may throw. */
  afterWrite?: (written: number) => void;
}

const forReaders = 'PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY';
/**
 * Each page is written once, not to a log and then to the file: a generation that a crash damages is dropped and built
 * again.
 */
const forBuilding = `PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
  PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536`;

/**
 * The generations of a data folder: `views-<generation>.db` each, and `views-live.json` that names the live one. The
 * folder is made when it is missing. A second thread or process may open the same folder.
 */
export async function openSqliteGenerations(
  folder: string,
  schema: ViewSchema,
  options: SqliteGenerationsOptions = {},
): Promise<ViewGenerations> {
  const declared = declaredFields(schema);
  mkdirSync(folder, { recursive: true });
  return new SqliteGenerations(folder, schema, declared, options);
}

class SqliteGenerations implements ViewGenerations {
  readonly #stores = new Set<SqliteViewStore>();

  constructor(
    private readonly folder: string,
    private readonly schema: ViewSchema,
    private readonly declared: DeclaredFields,
    private readonly options: SqliteGenerationsOptions,
  ) {}

  async live(): Promise<LiveGeneration | null> {
    const path = this.#livePath();
    if (!existsSync(path)) return null;
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as LiveGeneration;
    } catch (error) {
      if (error instanceof SyntaxError) return null; // damaged: the views are rebuilt
      throw error;
    }
  }

  async setLive({ log, views, generation, historyId }: LiveGeneration): Promise<void> {
    replaceFile(this.#livePath(), JSON.stringify({ log, views, generation, historyId }) + '\n');
  }

  async open(generation: number, { building = false }: OpenGenerationOptions = {}): Promise<SqliteViewStore> {
    if (!Number.isSafeInteger(generation) || generation < 1) throw new TypeError(`No generation can be ${generation}`);
    const db = this.#openFile(generation, building);
    const store = new SqliteViewStore(generation, db, this.declared, { building, ...this.options });
    this.#stores.add(store);
    return store;
  }

  #openFile(generation: number, building: boolean): Database {
    const path = this.#path(generation);
    let db: Database | undefined;
    try {
      db = building ? connect(path) : openDatabase(path, { synchronous: 'NORMAL' });
      db.exec(building ? forBuilding : forReaders);
      makeTables(db, this.schema, this.declared, !building);
      return db;
    } catch (error) {
      db?.close();
      if (isDamaged(error)) throw this.#quarantine(path, error);
      throw translateSqlite(error);
    }
  }

  async list(): Promise<number[]> {
    const numbers = readdirSync(this.folder).map((name) => Number(/^views-([1-9]\d*)\.db$/.exec(name)?.[1]));
    return numbers.filter((number) => number > 0).sort((a, b) => a - b);
  }

  async drop(generation: number): Promise<void> {
    await this.#closeStores((store) => store.generation === generation);
    // The log of a database is deleted first: otherwise the next file of this name would use it.
    for (const ending of ['-wal', '-shm', '']) {
      await rm(this.#path(generation) + ending, { force: true }); // takes a tenth of a second for a large one
    }
  }

  async close(): Promise<void> {
    await this.#closeStores(() => true);
  }

  async #closeStores(which: (store: SqliteViewStore) => boolean): Promise<void> {
    for (const store of [...this.#stores].filter(which)) {
      this.#stores.delete(store);
      await store.close();
    }
  }

  /** Renames a damaged file for inspection. Only the newest one is kept. */
  #quarantine(path: string, cause: unknown): StoreDamaged {
    const earlier = readdirSync(this.folder).filter((name) => /^views-\d+\.db\.damaged(-wal)?$/.test(name));
    for (const name of earlier) rmSync(join(this.folder, name), { force: true });
    const aside = `${path}.damaged`;
    for (const ending of ['', '-wal']) if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
    rmSync(`${path}-shm`, { force: true });
    return new StoreDamaged(`${path} is damaged (${(cause as Error).message}); it is now ${aside}`, { cause });
  }

  #path(generation: number): string {
    return join(this.folder, `views-${generation}.db`);
  }

  #livePath(): string {
    return join(this.folder, 'views-live.json');
  }
}
