import type { SerializedEvent } from '../append-limits.js';
import { fromPosition, toPosition } from '../dense-position.js';
import type { Position, StoredEvent } from '../port.js';

/** What an append has written: its events in a row, the first at a position and a revision. */
export interface WrittenEvents {
  stream: string;
  position: number;
  revision: number;
  events: readonly SerializedEvent[];
}

interface Newest {
  position: number;
  bytes: number;
  event: StoredEvent;
}

/** What the subscriptions of this process may lag behind before they read from the table again. */
const maxEvents = 1_000;
const maxBytes = 2 * 1024 * 1024;

/**
 * The newest events of the log, made from the text that was committed: subscriptions that follow closely need not read and
 * parse them again. All of them share the events, so nobody may change one.
 */
export class NewestEvents {
  private kept: Newest[] = [];
  private bytes = 0;

  /** Called after their commit. */
  add({ stream, position, revision, events }: WrittenEvents): void {
    const last = this.kept.at(-1);
    if (last && position !== last.position + 1) this.clear();
    for (const [i, { id, type, data, metadata }] of events.entries()) {
      const event = {
        ...{ id, stream, revision: revision + i, position: toPosition(position + i), type },
        data: JSON.parse(data) as unknown,
        metadata: JSON.parse(metadata) as Record<string, string>,
      };
      const bytes = data.length + metadata.length;
      this.kept.push({ position: position + i, bytes, event });
      this.bytes += bytes;
    }
    if (this.kept.length > maxEvents || this.bytes > maxBytes) this.shrink();
  }

  /** The events after a position, at most `limit`; undefined where they must be read from the table instead. */
  after(position: Position, limit: number): StoredEvent[] | undefined {
    const [first] = this.kept;
    if (!first) return undefined;
    const from = fromPosition(position) + 1 - first.position;
    if (from < 0 || from > this.kept.length) return undefined;
    return this.kept.slice(from, from + limit).map(({ event }) => event);
  }

  /** Called where the outcome of a commit is unknown. */
  clear(): void {
    this.kept = [];
    this.bytes = 0;
  }

  /** To half of the bounds, so that it costs little for each event. */
  private shrink(): void {
    let from = 0;
    let { bytes } = this;
    while (this.kept.length - from > maxEvents / 2 || bytes > maxBytes / 2) bytes -= this.kept[from++]?.bytes ?? 0;
    this.kept = this.kept.slice(from);
    this.bytes = bytes;
  }
}
