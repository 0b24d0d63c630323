import { checkAppend, checkLimit, checkStreamRange } from '../append-limits.js';
import type { SerializedEvent } from '../append-limits.js';
import { fromPosition, toPosition } from '../dense-position.js';
import { LiveFeed } from '../live-feed.js';
import { Unavailable, VersionConflict, maxBatchEvents } from '../port.js';
import type { AppendedPosition, EventLog, ExpectedRevision, NewEvent, Position, StoredEvent } from '../port.js';

interface MemoryRow extends SerializedEvent {
  stream: string;
  revision: number;
  position: Position;
}

export class MemoryRows {
  readonly all: MemoryRow[] = [];
  readonly streams = new Map<string, MemoryRow[]>();
}

export class MemoryLog implements EventLog {
  private readonly feed = new LiveFeed();
  private isClosed = false;

  constructor(private readonly rows = new MemoryRows()) {}

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedRevision: ExpectedRevision,
  ): Promise<AppendedPosition> {
    const serializedEvents = checkAppend(stream, events, expectedRevision);
    this.assertOpen();
    const rows = this.rows.streams.get(stream) ?? [];
    const actual = rows.at(-1)?.revision ?? 'no-stream';
    const firstRevision = expectedRevision === 'no-stream' ? 0 : expectedRevision + 1;
    if (actual === expectedRevision) {
      this.write(stream, rows, serializedEvents);
    } else if (!serializedEvents.every((event, index) => rows[firstRevision + index]?.id === event.id)) {
      throw new VersionConflict(stream, expectedRevision, actual);
    }
    const revision = firstRevision + serializedEvents.length - 1;
    return { revision, position: rows[revision]?.position ?? '' };
  }

  async readStream(stream: string, from = 0, limit?: number): Promise<StoredEvent[]> {
    checkStreamRange(from, limit);
    this.assertOpen();
    return (this.rows.streams.get(stream) ?? []).slice(from, limit && from + limit).map(buildStoredEvent);
  }

  async readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    checkLimit(limit);
    return this.read(after, limit);
  }

  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    return this.feed.follow(after, signal, (position) => this.read(position, maxBatchEvents));
  }

  async readHead(): Promise<Position> {
    this.assertOpen();
    return toPosition(this.rows.all.length);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.feed.end();
  }

  private write(stream: string, rows: MemoryRow[], events: SerializedEvent[]): void {
    for (const event of events) {
      const row = { ...event, stream, revision: rows.length, position: toPosition(this.rows.all.length + 1) };
      rows.push(row);
      this.rows.all.push(row);
    }
    this.rows.streams.set(stream, rows);
    this.feed.wake();
  }

  private read(after: Position, limit: number): StoredEvent[] {
    this.assertOpen();
    const start = fromPosition(after);
    return this.rows.all.slice(start, start + limit).map(buildStoredEvent);
  }

  private assertOpen(): void {
    if (this.isClosed) throw new Unavailable('The event log is closed', false);
  }
}

function buildStoredEvent({ id, stream, revision, position, type, data, metadata }: MemoryRow): StoredEvent {
  return {
    id,
    stream,
    revision,
    position,
    type,
    data: JSON.parse(data) as unknown,
    metadata: JSON.parse(metadata) as Record<string, string>,
  };
}
