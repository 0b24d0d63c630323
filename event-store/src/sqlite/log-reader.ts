import { checkLimit, checkStreamRange } from '../append-limits.js';
import { LogDamaged, Unavailable } from '../port.js';
import type { EventLog, Position, StoredEvent } from '../port.js';
import { closeDatabase, openDatabase } from './database.js';
import type { Database } from './database.js';
import { isDamaged } from './errors.js';
import { EventTable } from './event-table.js';

/**
 * Opens a reader in a worker thread while the main thread has the log open. It takes no lock and sees committed events.
 */
export function openSqliteLogReader(path: string): SqliteLogReader {
  return new SqliteLogReader(openDatabase(path, { readOnly: true }));
}

export class SqliteLogReader implements Pick<EventLog, 'readStream' | 'readAll' | 'readHead' | 'close'> {
  protected readonly table: EventTable;
  protected isClosed = false;

  constructor(protected readonly db: Database) {
    this.table = new EventTable(db);
  }

  async readStream(stream: string, from = 0, limit?: number): Promise<StoredEvent[]> {
    checkStreamRange(from, limit);
    return this.runRead(() => this.table.readStream(stream, from, limit));
  }

  async readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    checkLimit(limit);
    return this.runRead(() => this.table.readAll(after, limit));
  }

  async readHead(): Promise<Position> {
    return this.runRead(() => this.table.readHead());
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    closeDatabase(this.db, true);
  }

  protected runRead<T>(read: () => T): T {
    if (this.isClosed) throw new Unavailable('The event log is closed', false);
    try {
      return read();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      if (error instanceof LogDamaged || isDamaged(error)) throw toLogDamaged(error);
      throw new Unavailable(`Cannot read the event log: ${(error as Error).message}`, false, { cause: error });
    }
  }
}

export const toLogDamaged = (error: unknown, path?: string) =>
  error instanceof LogDamaged
    ? error
    : new LogDamaged(`(${path ? `${path}: ` : ''}${(error as Error).message})`, { cause: error });
