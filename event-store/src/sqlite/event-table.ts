import type { SerializedEvent } from '../append-limits.js';
import { fromPosition, toPosition } from '../dense-position.js';
import { VersionConflict } from '../port.js';
import type { Appended, ExpectedRevision, Position, StoredEvent } from '../port.js';
import type { Database, Statement } from './database.js';

type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

const pageRows = 100; // of at most 256 KiB each: what a batch may contain beyond its limit of bytes

/** Creates the table where it is missing. Positions count from 1, and are never reused: one connection writes. */
export function createEventTable(db: Database): void {
  db.exec(`CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`);
}

/** The statements on the table of events, prepared once. The caller opens the transactions. */
export class EventTable {
  private readonly insertion: Statement;
  private readonly lastOfStream: Statement;
  private readonly idsOfStream: Statement;
  private readonly stream: Statement;
  private readonly page: Statement;
  private readonly last: Statement;

  constructor(db: Database) {
    const all = 'SELECT position, stream, revision, id, type, data, metadata FROM events';
    this.insertion = db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.lastOfStream = db.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1');
    this.idsOfStream = db.prepare(
      'SELECT id, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
    );
    this.stream = db.prepare(`${all} WHERE stream = ? AND revision >= ? ORDER BY revision`);
    this.page = db.prepare(`${all} WHERE position > ? ORDER BY position LIMIT ?`);
    for (const statement of [this.stream, this.page]) statement.setReturnArrays(true); // a third faster than objects
    this.last = db.prepare('SELECT position FROM events ORDER BY position DESC LIMIT 1');
  }

  /** Writes the events, or finds that they are written already. @throws VersionConflict, before anything is written */
  append(stream: string, events: readonly SerializedEvent[], expected: ExpectedRevision): Appended {
    const row = this.lastOfStream.get(stream) as { revision: number } | undefined;
    const actual = row?.revision ?? 'no-stream';
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const position = actual === expected ? this.insert(stream, first, events) : this.find(stream, first, events);
    if (position === undefined) throw new VersionConflict(stream, expected, actual);
    return { revision: first + events.length - 1, position: toPosition(position) };
  }

  readStream(stream: string, from: number): StoredEvent[] {
    return (this.stream.all(stream, from) as EventRow[]).map((row) => storedEvent(...row));
  }

  /** At most `limit` events after a position, and few more than `bytes` bytes of JSON. */
  readAll(after: Position, limit: number, bytes = Infinity): StoredEvent[] {
    const events: StoredEvent[] = [];
    let last = fromPosition(after);
    let size = 0;
    while (events.length < limit && size < bytes) {
      const wanted = Math.min(pageRows, limit - events.length);
      const rows = this.page.all(last, wanted) as EventRow[];
      for (const row of rows) {
        events.push(storedEvent(...row));
        size += row[5].length + row[6].length;
      }
      last = rows.at(-1)?.[0] ?? last;
      if (rows.length < wanted) break;
    }
    return events;
  }

  head(): Position {
    return toPosition((this.last.get() as { position: number } | undefined)?.position ?? 0);
  }

  /** Returns the position of the last one. */
  private insert(stream: string, first: number, events: readonly SerializedEvent[]): number {
    let position: number | bigint = 0;
    events.forEach(({ id, type, data, metadata }, index) => {
      position = this.insertion.run(stream, first + index, id, type, data, metadata).lastInsertRowid;
    });
    return Number(position);
  }

  /** The position of the last of these events, if the stream has them in this order from `first` on. */
  private find(stream: string, first: number, events: readonly SerializedEvent[]): number | undefined {
    const rows = this.idsOfStream.all(stream, first, events.length) as { id: string; position: number }[];
    return events.every((event, index) => rows[index]?.id === event.id) ? rows.at(-1)?.position : undefined;
  }
}

function storedEvent(...[position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent {
  return {
    id,
    stream,
    revision,
    position: toPosition(position),
    type,
    data: JSON.parse(data) as unknown,
    metadata: JSON.parse(metadata) as Record<string, string>,
  };
}
