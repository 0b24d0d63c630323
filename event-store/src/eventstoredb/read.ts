import { BACKWARDS, END, FORWARDS } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, EventStoreDBClient, Position as LogPosition } from '@eventstore/db-client';
import { checkLimit, checkRevision } from '../append-limits.js';
import { beginning } from '../port.js';
import type { Position, StoredEvent } from '../port.js';
import { collect } from './deadline.js';
import { isMissingStream, portError } from './errors.js';
import { isApplicationEvent, logPosition, portPosition, storedEvent } from './events.js';
import type { Settings } from './settings.js';

/** The most events that one read call requests; the fewest are below. */
const maxPageEvents = 1000;
const minPageEvents = 32;

/** The reads of the port. Every call to the server is bounded in count and in time. */
export class EventStoreDbReader {
  constructor(
    private readonly client: EventStoreDBClient,
    private readonly settings: Settings,
  ) {}

  async readStream(stream: string, from = 0): Promise<StoredEvent[]> {
    checkRevision(from);
    const events: StoredEvent[] = [];
    for (;;) {
      const page = await this.#streamPage(stream, from + events.length);
      events.push(...page);
      if (page.length < maxPageEvents) return events;
    }
  }

  async readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    checkLimit(limit);
    const found: StoredEvent[] = [];
    for (let last = after; found.length < limit;) {
      // One more than is missing: a read begins with the event at the given position.
      const count = Math.min(Math.max(limit - found.length + 1, minPageEvents), maxPageEvents);
      const page = await this.#allPage(last, count);
      for (const { event } of page) {
        if (!event || portPosition(event.position) <= last) continue;
        if (isApplicationEvent(event)) found.push(storedEvent(event));
      }
      last = page.at(-1)?.event ? portPosition(page.at(-1)?.event?.position) : last;
      if (page.length < count) break;
    }
    return found.slice(0, limit);
  }

  /** Reads backwards past the server's own events. */
  async head(): Promise<Position> {
    let from: LogPosition | typeof END = END;
    for (let count = minPageEvents; ; count = maxPageEvents) {
      const page: AllStreamResolvedEvent[] = await this.#read('head', () =>
        collect(
          this.client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: count }),
          this.settings,
          'head',
        ),
      );
      const ours = page.find(({ event }) => event && isApplicationEvent(event))?.event;
      if (ours) return portPosition(ours.position);
      const last = page.at(-1)?.event?.position;
      if (page.length < count || !last) return beginning;
      from = last;
    }
  }

  async #streamPage(stream: string, start: number): Promise<StoredEvent[]> {
    const what = `read of ${stream}`;
    const options = { direction: FORWARDS, fromRevision: BigInt(start), maxCount: maxPageEvents } as const;
    try {
      const page = await this.#read(what, () => collect(this.client.readStream(stream, options), this.settings, what));
      return page.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (isMissingStream(cause)) return [];
      throw error;
    }
  }

  async #allPage(after: Position, count: number): Promise<AllStreamResolvedEvent[]> {
    const what = `read after ${after}`;
    const options = { direction: FORWARDS, fromPosition: logPosition(after), maxCount: count } as const;
    return this.#read(what, () => collect(this.client.readAll(options), this.settings, what));
  }

  async #read<T>(what: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw portError(error, what, false);
    }
  }
}
