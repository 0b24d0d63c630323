import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncToDisk } from '@guildhall/event-store/sqlite/copy-database.js';
import { connect, openDatabase, type Database } from '@guildhall/event-store/sqlite/database.js';
import { isDamaged } from '@guildhall/event-store/sqlite/errors.js';
import { translateSqlite } from './errors.js';
import { makeTables } from './tables.js';
import { SqliteViewStore } from './store.js';
import { commitWaitingPages } from './shared-commit.js';
import { collectDeclaredFields, type DeclaredFields } from '../view-fields.js';
import {
  StoreDamaged,
  type LiveGeneration,
  type OpenGenerationOptions,
  type ViewGenerations,
  type ViewSchema,
} from '../../view-store.js';

export interface SqliteGenerationsOptions {
  /** A hook for tests, called before a page's first document (0) and after the nth. May throw. */
  afterWrite?: (writtenCount: number) => void;
  /** Limits how long a page waits for its commit. Set by tests in which another connection reads the views. */
  commitEveryMs?: number;
}

/** A page that changes often is written to the file once for many commits. The write-ahead log can grow to 32 MB. */
const readerPragmas = 'PRAGMA cache_size = -12288; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000';
/** No write-ahead log is needed because a generation damaged by a crash is rebuilt. */
const buildPragmas = `PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32768`;

/** A second thread or process may open the same folder. */
export async function openSqliteGenerations(
  folder: string,
  schema: ViewSchema,
  options: SqliteGenerationsOptions = {},
): Promise<ViewGenerations> {
  const declaredFields = collectDeclaredFields(schema);
  mkdirSync(folder, { recursive: true });
  return new GenerationsInFolder(folder, schema, declaredFields, options);
}

function prepareBuilding(db: Database): void {
  db.exec(buildPragmas);
  // A process that has read a generation in WAL mode cannot leave that mode.
  if (!isForReaders(db)) db.exec('PRAGMA journal_mode = MEMORY');
}

function isForReaders(db: Database): boolean {
  return (db.prepare('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode === 'wal';
}

function syncAll(db: Database): void {
  db.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE; UPDATE _state SET epoch = epoch; COMMIT');
}

export const getGenerationPath = (folder: string, generation: number): string => join(folder, `views-${generation}.db`);

class GenerationsInFolder implements ViewGenerations {
  readonly #stores = new Set<SqliteViewStore>();
  #onDamaged: (generation: number, error: StoreDamaged) => void = () => undefined;

  constructor(
    private readonly folder: string,
    private readonly schema: ViewSchema,
    private readonly declaredFields: DeclaredFields,
    private readonly options: SqliteGenerationsOptions,
  ) {}

  async findLive(): Promise<LiveGeneration | null> {
    const path = this.#livePath();
    if (!existsSync(path)) return null;
    try {
      return readLiveGeneration(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async setLive({ log, views, generation, historyId }: LiveGeneration): Promise<void> {
    replaceFile(this.#livePath(), JSON.stringify({ log, views, generation, historyId }) + '\n');
  }

  async open(generation: number, { building = false }: OpenGenerationOptions = {}): Promise<SqliteViewStore> {
    if (!Number.isSafeInteger(generation) || generation < 1) throw new TypeError(`Invalid generation: ${generation}`);
    const db = this.#openFile(generation, building);
    const onDamaged = (error: StoreDamaged) => this.#onDamaged(generation, error);
    const store = new SqliteViewStore(generation, db, this.declaredFields, { building, onDamaged, ...this.options });
    this.#stores.add(store);
    return store;
  }

  #openFile(generation: number, isBuilding: boolean): Database {
    const path = this.#path(generation);
    commitWaitingPages();
    let db: Database | undefined;
    try {
      if (!isBuilding && existsSync(path)) this.#finishBuilding(path);
      db = isBuilding ? connect(path) : openDatabase(path, { synchronous: 'NORMAL' });
      if (isBuilding) prepareBuilding(db);
      else db.exec(readerPragmas);
      makeTables(db, this.schema, this.declaredFields, !isBuilding);
      return db;
    } catch (error) {
      db?.close();
      if (isDamaged(error)) throw this.#quarantine(path, error);
      throw translateSqlite(error);
    }
  }

  #finishBuilding(path: string): void {
    const db = connect(path);
    try {
      if (isForReaders(db)) return;
      prepareBuilding(db);
      makeTables(db, this.schema, this.declaredFields, true);
      syncAll(db);
    } finally {
      db.close();
    }
  }

  onDamaged(listener: (generation: number, error: StoreDamaged) => void): void {
    this.#onDamaged = listener;
  }

  async list(): Promise<number[]> {
    const numbers = readdirSync(this.folder).map((name) => Number(/^views-([1-9]\d*)\.db$/.exec(name)?.[1]));
    return numbers.filter((number) => number > 0).sort((a, b) => a - b);
  }

  async drop(generation: number): Promise<void> {
    await this.#closeStores((store) => store.generation === generation);
    // The write-ahead log is deleted first because the next database of this name would use it.
    for (const ending of ['-wal', '-shm', '']) {
      await rm(this.#path(generation) + ending, { force: true }); // Deleting a large file takes a tenth of a second.
    }
  }

  async close(): Promise<void> {
    await this.#closeStores(() => true);
  }

  async #closeStores(shouldClose: (store: SqliteViewStore) => boolean): Promise<void> {
    commitWaitingPages();
    for (const store of [...this.#stores].filter(shouldClose)) {
      this.#stores.delete(store);
      await store.close();
    }
  }

  #quarantine(path: string, cause: unknown): StoreDamaged {
    const damagedFiles = readdirSync(this.folder).filter((name) => /^views-\d+\.db\.damaged(-wal)?$/.test(name));
    for (const name of damagedFiles) rmSync(join(this.folder, name), { force: true });
    const damagedPath = `${path}.damaged`;
    for (const ending of ['', '-wal']) if (existsSync(path + ending)) renameSync(path + ending, damagedPath + ending);
    rmSync(`${path}-shm`, { force: true });
    return new StoreDamaged(`${path} is damaged (${(cause as Error).message}); it was renamed to ${damagedPath}`, {
      cause,
    });
  }

  #path(generation: number): string {
    return getGenerationPath(this.folder, generation);
  }

  #livePath(): string {
    return join(this.folder, 'views-live.json');
  }
}

function readLiveGeneration(json: unknown): LiveGeneration | null {
  const { log, views, generation, historyId } = Object(json) as Record<keyof LiveGeneration, unknown>;
  const isWhole =
    [log, historyId].every((value) => typeof value === 'string') && [views, generation].every(Number.isSafeInteger);
  return isWhole ? (json as LiveGeneration) : null;
}

/** Atomic: after a crash, the file has either the old or the new content. */
function replaceFile(path: string, content: string): void {
  const newPath = `${path}.new`;
  writeFileSync(newPath, content, { flush: true });
  renameSync(newPath, path);
  syncToDisk(dirname(path)); // Otherwise, the rename itself may be lost.
}
