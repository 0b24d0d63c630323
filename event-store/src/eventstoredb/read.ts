import { BACKWARDS, END, FORWARDS } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, Position as LogPosition } from '@eventstore/db-client';
import { checkLimit, checkStreamRange } from '../append-limits.js';
import { beginning } from '../port.js';
import type { Position, StoredEvent } from '../port.js';
import type { Clients, EventStoreDbConnection } from './connection.js';
import { collect, collectUntilCaughtUp } from './deadline.js';
import { toFinalReadError, isMissingStream, toPortError } from './errors.js';
import { isApplicationEvent, toLogPosition, toPortPosition, toStoredEvent } from './events.js';
import { retryUntilOutcomeKnown } from './retried-call.js';
import { buildPrefixFilter, type Settings } from './settings.js';

const maxPageEvents = 1000;
const minPageEvents = 32;

/** Reads from the leader because a decision must not miss events that have not reached a follower yet. */
export class EventStoreDbReader {
  /** The result of the last backward search. `head` is the last application event at or before `to`. */
  #lastSearch = { to: beginning, head: beginning };

  constructor(
    private readonly connection: EventStoreDbConnection,
    private readonly settings: Settings,
  ) {}

  async readStream(stream: string, from: number, limit?: number): Promise<StoredEvent[]> {
    checkStreamRange(from, limit);
    const events: StoredEvent[] = [];
    for (;;) {
      const count = Math.min(maxPageEvents, (limit ?? Infinity) - events.length);
      const page = await this.#readStreamPage(stream, from + events.length, count);
      events.push(...page);
      if (page.length < count || events.length === limit) return events;
    }
  }

  async readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    checkLimit(limit);
    if (this.settings.streamPrefix !== '') return this.#readFiltered(after, limit);
    const readEvents: StoredEvent[] = [];
    for (let lastPosition = after; readEvents.length < limit;) {
      // Requests one extra event because a read includes the event at the given position.
      const count = Math.min(Math.max(limit - readEvents.length + 1, minPageEvents), maxPageEvents);
      const page = await this.#readAllPage(lastPosition, count);
      for (const { event } of page) {
        if (!event || toPortPosition(event.position) <= lastPosition) continue;
        if (isApplicationEvent(event, '')) readEvents.push(toStoredEvent(event, ''));
      }
      lastPosition = page.at(-1)?.event ? toPortPosition(page.at(-1)?.event?.position) : lastPosition;
      if (page.length < count) break;
    }
    return readEvents.slice(0, limit);
  }

  /** Skips other applications' events, and stops at the position where the last search began. */
  async findHead(): Promise<Position> {
    const { streamPrefix } = this.settings;
    let from: LogPosition | typeof END = END;
    let end: Position | undefined;
    for (let count = minPageEvents; ; count = maxPageEvents) {
      const options = { direction: BACKWARDS, fromPosition: from, maxCount: count, requiresLeader: true } as const;
      const page: AllStreamResolvedEvent[] = await this.#read('head', ({ calls, abandonSignal: givenUp }) =>
        collect(calls.readAll(options), this.settings, 'head', givenUp),
      );
      const lastPosition = page.at(-1)?.event?.position;
      end ??= page[0]?.event ? toPortPosition(page[0].event.position) : beginning;
      const newestEvent = page.find(({ event }) => event && isApplicationEvent(event, streamPrefix))?.event;
      if (newestEvent) return this.#rememberHead(toPortPosition(newestEvent.position), end);
      if (page.length < count || !lastPosition) return this.#rememberHead(beginning, end);
      const { to, head } = this.#lastSearch;
      if (toPortPosition(lastPosition) <= to && to <= end) return this.#rememberHead(head, end);
      from = lastPosition;
    }
  }

  #rememberHead(head: Position, to: Position): Position {
    this.#lastSearch = { to, head };
    return head;
  }

  async #readStreamPage(stream: string, start: number, maxCount: number): Promise<StoredEvent[]> {
    const { closeSignal: closing, retryForMs, streamPrefix } = this.settings;
    const callName = `read of ${stream}`;
    const from = { fromRevision: BigInt(start), maxCount };
    const options = { direction: FORWARDS, ...from, requiresLeader: true } as const;
    const read = ({ calls, abandonSignal: givenUp }: Clients) =>
      collect(calls.readStream(streamPrefix + stream, options), this.settings, callName, givenUp);
    try {
      const page = await retryUntilOutcomeKnown({
        call: () => this.connection.run(read),
        final: (error) => (closing.aborted ? toPortError(error, callName, false) : toFinalReadError(error)),
        callName,
        outcomeUnknown: false,
        timeoutMs: retryForMs,
      });
      return page.flatMap(({ event }) => (event ? [toStoredEvent(event, streamPrefix)] : []));
    } catch (error) {
      if (isMissingStream(error)) return [];
      throw toPortError(error, callName, false);
    }
  }

  async #readAllPage(after: Position, count: number): Promise<AllStreamResolvedEvent[]> {
    const callName = `read after ${after}`;
    const from = { fromPosition: toLogPosition(after), maxCount: count };
    const options = { direction: FORWARDS, ...from, requiresLeader: true } as const;
    return this.#read(callName, ({ calls, abandonSignal: givenUp }) =>
      collect(calls.readAll(options), this.settings, callName, givenUp),
    );
  }

  /** Subscribes until the end of the log because only subscriptions accept a filter. */
  async #readFiltered(after: Position, limit: number): Promise<StoredEvent[]> {
    const callName = `read after ${after}`;
    const { streamPrefix } = this.settings;
    const readEvents = await this.#read(callName, ({ calls, abandonSignal: givenUp }) => {
      const open = (onProgress: () => void) =>
        calls.subscribeToAll({
          fromPosition: toLogPosition(after),
          filter: buildPrefixFilter(streamPrefix, onProgress),
          requiresLeader: true,
        });
      return collectUntilCaughtUp(open, limit, this.settings, callName, givenUp);
    });
    return readEvents.flatMap(({ event }) => (event ? [toStoredEvent(event, streamPrefix)] : []));
  }

  async #read<T>(callName: string, read: (clients: Clients) => Promise<T>): Promise<T> {
    try {
      return await this.connection.run(read);
    } catch (error) {
      throw toPortError(error, callName, false);
    }
  }
}
