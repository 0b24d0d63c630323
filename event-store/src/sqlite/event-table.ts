import { crc32 } from 'node:zlib';
import type { SerializedEvent } from '../append-limits.js';
import { fromPosition, toPosition } from '../dense-position.js';
import { LogDamaged, VersionConflict } from '../port.js';
import type { AppendedPosition, ExpectedRevision, Position, StoredEvent } from '../port.js';
import { limitParameter, type Database, type Statement } from './database.js';
import { isDamaged } from './errors.js';

type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  checksum: number,
];

const maxSearched = 100_000;
export const pageRows = 100; // A row has at most 256 KiB, so a batch exceeds its byte limit by at most one page.

/** Positions have no gaps because rows are never deleted. AUTOINCREMENT would write an extra page per commit. */
export function createEventTable(db: Database): void {
  db.exec(`CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`);
}

export class EventTable {
  private readonly insertion: Statement;
  private readonly insertionIfFree: Statement;
  private readonly lastOfStream: Statement;
  private readonly idsOfStream: Statement;
  private readonly stream: Statement;
  private readonly page: Statement;
  private readonly lastPositionStatement: Statement;
  private readonly oneOfStream: Statement;
  private readonly positionOf: Statement;

  constructor(db: Database) {
    const columns = 'stream, revision, id, type, data, metadata, checksum';
    const all = `SELECT position, ${columns} FROM events`;
    const insertion = `INSERT INTO events (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
    this.insertion = db.prepare(insertion);
    this.insertionIfFree = db.prepare(`${insertion} ON CONFLICT (stream, revision) DO NOTHING`);
    this.lastOfStream = db.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1');
    this.idsOfStream = db.prepare(
      `SELECT id, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision ${limitParameter}`,
    );
    this.stream = db.prepare(`${all} WHERE stream = ? AND revision >= ? ORDER BY revision ${limitParameter}`);
    this.page = db.prepare(`${all} WHERE position > ? ORDER BY position ${limitParameter}`);
    for (const statement of [this.stream, this.page]) statement.setReturnArrays(true); // Rows as arrays are a third faster than as objects.
    this.oneOfStream = db.prepare(`${all} WHERE stream = ? AND revision = ?`);
    this.positionOf = db.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?');
    this.lastPositionStatement = db.prepare('SELECT position FROM events ORDER BY position DESC LIMIT 1');
  }

  /** Writes nothing for an exact repeat. @throws VersionConflict before anything is written */
  append(stream: string, events: readonly SerializedEvent[], expectedRevision: ExpectedRevision): AppendedPosition {
    const firstRevision = expectedRevision === 'no-stream' ? 0 : expectedRevision + 1;
    const position = this.tryInsert(stream, firstRevision, events) ?? this.find(stream, firstRevision, events);
    if (position === undefined) {
      const last = this.findStreamEnd(stream) - 1;
      throw new VersionConflict(stream, expectedRevision, last < 0 ? 'no-stream' : last);
    }
    return { revision: firstRevision + events.length - 1, position: toPosition(position) };
  }

  private findStreamEnd(stream: string): number {
    const row = this.lastOfStream.get(stream) as { revision: number } | undefined;
    return row ? row.revision + 1 : 0;
  }

  private tryInsert(stream: string, firstRevision: number, events: readonly SerializedEvent[]): number | undefined {
    // A new stream needs no query because the insert itself detects whether revision 0 is taken.
    return firstRevision === 0 || this.findStreamEnd(stream) === firstRevision
      ? this.insert(stream, firstRevision, events)
      : undefined;
  }

  readStream(stream: string, from: number, limit = -1): StoredEvent[] {
    const rows = readOrLocateDamage(
      () => this.stream.all(stream, from, limit) as EventRow[],
      () => this.describeDamage(stream, from),
    );
    const events = rows.map((row) => this.toStoredEvent(row));
    // A damaged index can return rows from another stream or revision, or too few rows.
    const gap = events.findIndex((event, index) => event.stream !== stream || event.revision !== from + index);
    if (gap >= 0) throw new LogDamaged(`in stream ${stream} at revision ${from + gap}`);
    return events;
  }

  readAll(after: Position, limit: number, bytes = Infinity): StoredEvent[] {
    return this.readRowsAfter(after, limit, bytes).map((row) => this.toStoredEvent(row));
  }

  private readRowsAfter(after: Position, limit: number, bytes: number): EventRow[] {
    const all: EventRow[] = [];
    let last = fromPosition(after);
    let size = 0;
    while (all.length < limit && size < bytes) {
      const rowCount = Math.min(pageRows, limit - all.length);
      const rows = readOrLocateDamage(
        () => this.page.all(last, rowCount) as EventRow[],
        () => this.damageAfter(last),
      );
      for (const row of rows) {
        if (row[0] !== ++last) throw new LogDamaged(`at position ${toPosition(last)}, which is missing`);
        if (!isWhole(row)) throw createDamagedRowError(row);
        all.push(row);
        size += row[5].length + row[6].length;
      }
      if (rows.length < rowCount) break;
    }
    return all;
  }

  private toStoredEvent(row: EventRow): StoredEvent {
    try {
      const [position, stream, revision, id, type, data, metadata, checksum] = row;
      if (checksum !== computeChecksum(stream, revision, id, type, data, metadata))
        throw new Error('The checksum does not match');
      return {
        id,
        stream,
        revision,
        position: toPosition(position),
        type,
        data: JSON.parse(data) as unknown,
        metadata: JSON.parse(metadata) as Record<string, string>,
      };
    } catch (error) {
      throw createDamagedRowError(row, error);
    }
  }

  readHead(): Position {
    return toPosition((this.lastPositionStatement.get() as { position: number } | undefined)?.position ?? 0);
  }

  private damageAfter(position: number): string {
    let last = position;
    while (isReadable(() => void this.page.all(last, 1)) && last < position + pageRows) last++;
    return describePosition(last + 1);
  }

  private describeDamage(stream: string, from: number): string {
    let revision = from;
    while (isReadable(() => void this.oneOfStream.get(stream, revision)) && revision < from + maxSearched) revision++;
    const description = `in stream ${stream} at revision ${revision}`;
    try {
      const row = this.positionOf.get(stream, revision) as { position: number } | undefined;
      return row ? `${describePosition(row.position)} (${description})` : description;
    } catch {
      return description;
    }
  }

  private insert(stream: string, firstRevision: number, events: readonly SerializedEvent[]): number | undefined {
    let position: number | bigint = 0;
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      const insertion = index === 0 ? this.insertionIfFree : this.insertion;
      const row = [stream, firstRevision + index, id, type, data, metadata] as const;
      const result = insertion.run(...row, computeChecksum(...row));
      if (Number(result.changes) === 0) return undefined;
      position = result.lastInsertRowid;
    }
    return Number(position);
  }

  private find(stream: string, firstRevision: number, events: readonly SerializedEvent[]): number | undefined {
    const rows = this.idsOfStream.all(stream, firstRevision, events.length) as { id: string; position: number }[];
    return events.every((event, index) => rows[index]?.id === event.id) ? rows.at(-1)?.position : undefined;
  }
}

/** A damaged inner page can point to the rows of another table, which has fewer columns. */
const isWhole = ([, , , , , data, metadata]: readonly unknown[]): boolean =>
  typeof data === 'string' && typeof metadata === 'string';

const createDamagedRowError = ([position, stream]: EventRow, cause?: unknown): LogDamaged =>
  new LogDamaged(`${describePosition(position)} (stream ${stream})`, { cause });

/** Omits the position, which the rows' order verifies. No column contains a NUL, so the separator is unambiguous. */
function computeChecksum(...columns: readonly [string, number, string, string, string, string]): number {
  return crc32(columns.join('\0')) | 0; // SQLite stores a signed 32-bit integer in four bytes.
}

const describePosition = (position: number): string => `at position ${toPosition(position)}`;

/** Locates the damage only after a read has failed. @throws LogDamaged */
function readOrLocateDamage<T>(read: () => T, findDamage: () => string): T {
  try {
    return read();
  } catch (error) {
    throw isDamaged(error) ? new LogDamaged(findDamage(), { cause: error }) : error;
  }
}

function isReadable(read: () => void): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
