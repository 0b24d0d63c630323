import { MemoryLog } from '@guildhall/event-store/testing/memory-log.js';
import type { Database, Statement } from '@guildhall/event-store/sqlite/database.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import { afterAll, beforeAll, vi } from 'vitest';

type Value = string | number | bigint | null | Uint8Array;

/** Constants from SQLite's C API. */
const sqliteOk = 0;
const sqliteSelect = 21;

export interface Run {
  sql: string;
  rows: number;
}

let counter: WorkCounter | undefined;

/** Returns a counter that runs during a file's tests. The file must mock `database.js` with `countDatabaseWork`. */
export function countWork(): WorkCounter {
  const counts = new WorkCounter();
  beforeAll(() => {
    counter = counts;
    counts.countEvents();
  });
  afterAll(() => vi.restoreAllMocks());
  return counts;
}

type DatabaseModule = typeof import('@guildhall/event-store/sqlite/database.js');

export const countDatabaseWork = (real: DatabaseModule): DatabaseModule => ({
  ...real,
  openDatabase(...parameters) {
    const db = real.openDatabase(...parameters);
    return counter ? counter.countStatements(db) : db;
  },
});

export class WorkCounter {
  eventsRead = 0;
  runs: Run[] = [];
  compiledSelects = 0;
  private readonly prepared = new Map<string, Database>();

  reset(): void {
    this.eventsRead = 0;
    this.runs = [];
    this.compiledSelects = 0;
  }

  /** Called when the database is opened. */
  countStatements(db: Database): Database {
    // SQLite calls this whenever it compiles a statement, even one that is already prepared.
    db.setAuthorizer((action) => {
      if (action === sqliteSelect) this.compiledSelects += 1;
      return sqliteOk;
    });
    const prepare = db.prepare.bind(db);
    const exec = db.exec.bind(db);
    replaceMethod(db, 'prepare', (sql: string) => {
      this.prepared.set(sql, db);
      return this.countStatement(prepare(sql), sql);
    });
    replaceMethod(db, 'exec', (sql: string) => {
      this.runs.push({ sql, rows: 0 });
      return exec(sql);
    });
    return db;
  }

  countEvents(): void {
    const { readStream, readAll, subscribeAll } = MemoryLog.prototype;
    const count = (events: StoredEvent[]) => {
      this.eventsRead += events.length;
      return events;
    };
    vi.spyOn(MemoryLog.prototype, 'readStream').mockImplementation(async function (this: MemoryLog, ...args) {
      return count(await readStream.apply(this, args));
    });
    vi.spyOn(MemoryLog.prototype, 'readAll').mockImplementation(async function (this: MemoryLog, ...args) {
      return count(await readAll.apply(this, args));
    });
    vi.spyOn(MemoryLog.prototype, 'subscribeAll').mockImplementation(async function* (this: MemoryLog, ...args) {
      for await (const events of subscribeAll.apply(this, args)) yield count(events);
    });
  }

  explainPlan(sql: string): string[] {
    const db = this.prepared.get(sql);
    if (!db) throw new Error(`Never prepared: ${sql}`);
    const holes = Array.from(sql.matchAll(/\?/g), () => null);
    return (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...holes) as { detail: string }[]).map(({ detail }) => detail);
  }

  private countStatement(statement: Statement, sql: string): Statement {
    const recordRun = (rows: number) => this.runs.push({ sql, rows });
    const [all, get, run] = [
      statement.all.bind(statement),
      statement.get.bind(statement),
      statement.run.bind(statement),
    ];
    replaceMethod(statement, 'all', (...values: Value[]) => {
      const rows: unknown[] = all(...values);
      recordRun(rows.length);
      return rows;
    });
    replaceMethod(statement, 'get', (...values: Value[]) => {
      const row: unknown = get(...values);
      recordRun(row === undefined ? 0 : 1);
      return row;
    });
    replaceMethod(statement, 'run', (...values: Value[]) => {
      recordRun(0);
      return run(...values);
    });
    return statement;
  }
}

/** The driver's methods are read-only, but an object's own property takes precedence. */
function replaceMethod(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true });
}
