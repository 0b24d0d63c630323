import { checkAppend } from '../append-limits.js';
import type { SerializedEvent } from '../append-limits.js';
import { LiveFeed } from '../live-feed.js';
import { Unavailable, VersionConflict } from '../port.js';
import type { AppendedPosition, EventLog, ExpectedRevision, NewEvent, Position, StoredEvent } from '../port.js';
import { takeProcessLock } from './process-lock.js';
import { closeDatabase, openDatabase } from './database.js';
import type { Database, Statement } from './database.js';
import { isDamaged } from './errors.js';
import { createEventTable, pageRows } from './event-table.js';
import { SqliteLogReader, toLogDamaged } from './log-reader.js';

export interface SqliteLogOptions {
  /** A hook for tests. If it throws, the commit fails. */
  beforeCommit?: () => void;
}

interface PendingAppend {
  stream: string;
  events: readonly SerializedEvent[];
  expectedRevision: ExpectedRevision;
  resolve: (position: AppendedPosition) => void;
  reject: (error: Error) => void;
}

const appendsPerCommit = 500; // A higher limit would only block the event loop for longer.
/**
 * Stream names are random, so commits touch many pages. Up to 4 MiB are cached, and up to 16 MB stay in the write-ahead
 * log.
 */
const tuningPragmas = 'PRAGMA cache_size = -4096; PRAGMA wal_autocheckpoint = 4000';
const batch = { events: 500, bytes: 4 * 1024 * 1024 };

/** The log must have its own file, which no other process may have open. @throws LogInUse, LogDamaged */
export function openSqliteLog(path: string, options: SqliteLogOptions = {}): EventLog {
  const release = takeProcessLock(path);
  try {
    const db = openDatabase(path, { synchronous: 'FULL' });
    db.exec(tuningPragmas);
    createEventTable(db);
    return new SqliteLog(db, release, options);
  } catch (error) {
    release();
    throw isDamaged(error) ? toLogDamaged(error, path) : error;
  }
}

class SqliteLog extends SqliteLogReader implements EventLog {
  private readonly feed = new LiveFeed();
  private pendingAppends: PendingAppend[] = [];
  private readonly beginStatement: Statement;
  private readonly commitAll: Statement;

  constructor(
    db: Database,
    private readonly release: () => void,
    private readonly options: SqliteLogOptions,
  ) {
    super(db);
    this.beginStatement = db.prepare('BEGIN IMMEDIATE'); // Compiled only once because compiling takes longer than a small transaction.
    this.commitAll = db.prepare('COMMIT');
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedRevision: ExpectedRevision,
  ): Promise<AppendedPosition> {
    const serializedEvents = checkAppend(stream, events, expectedRevision);
    if (this.isClosed) throw new Unavailable('The event log is closed', false);
    return new Promise((resolve, reject) => {
      this.pendingAppends.push({ stream, events: serializedEvents, expectedRevision, resolve, reject });
      if (this.pendingAppends.length === 1) setImmediate(() => this.commitPending());
    });
  }

  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    const read = (position: Position) => this.runRead(() => this.table.readAll(position, batch.events, batch.bytes));
    return this.feed.follow(after, signal, read, pageRows);
  }

  override async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    while (this.pendingAppends.length > 0) this.commitPending();
    this.feed.end();
    try {
      closeDatabase(this.db);
    } finally {
      this.release();
    }
  }

  /** Writes all appends from one event-loop turn in one commit, and so with one disk sync. */
  private commitPending(): void {
    const appends = this.pendingAppends.splice(0, appendsPerCommit);
    if (this.pendingAppends.length > 0) setImmediate(() => this.commitPending());
    if (appends.length === 0) return;
    for (const settle of this.commit(appends)) settle();
    this.feed.wake();
  }

  private commit(appends: PendingAppend[]): (() => void)[] {
    let isCommitting = false;
    try {
      this.beginStatement.run();
      const outcomes = appends.map((append) => this.write(append));
      isCommitting = true;
      this.options.beforeCommit?.();
      this.commitAll.run();
      return appends.map(({ resolve, reject }, i) => () => {
        const outcome = outcomes[i];
        if (outcome instanceof VersionConflict) reject(outcome);
        else if (outcome) resolve(outcome);
      });
    } catch (error) {
      this.rollBack();
      const failure = isDamaged(error) && !isCommitting ? toLogDamaged(error) : writeError(error, isCommitting);
      return appends.map(({ reject }) => reject.bind(null, failure));
    }
  }

  private write({ stream, events, expectedRevision }: PendingAppend): AppendedPosition | VersionConflict {
    try {
      return this.table.append(stream, events, expectedRevision);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      return error;
    }
  }

  private rollBack(): void {
    try {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
    } catch {
      // If the rollback fails too, the next BEGIN reports the failure.
    }
  }
}

const writeError = (error: unknown, outcomeUnknown: boolean) =>
  new Unavailable(`Cannot write to the event log: ${(error as Error).message}`, outcomeUnknown, { cause: error });
