import { setMaxListeners } from 'node:events';
import { EventStoreDbAppender } from './append.js';
import { EventStoreDbConnection } from './connection.js';
import { withDeadline } from './deadline.js';
import { EventStoreDbFeed } from './feed.js';
import { EventStoreDbReader } from './read.js';
import { appendCredentials, withShortGossipTimeout, resolveSettings } from './settings.js';
import type { EventStoreDbOptions, Settings } from './settings.js';
import { Unavailable } from '../port.js';
import type { AppendedPosition, EventLog, ExpectedRevision, NewEvent, Position, StoredEvent } from '../port.js';

/** Works around the client faults documented in `faults.test.ts`. */
export class EventStoreDbLog implements EventLog {
  readonly #settings: Settings;
  readonly #connection: EventStoreDbConnection;
  readonly #appender: EventStoreDbAppender;
  readonly #reader: EventStoreDbReader;
  readonly feed: EventStoreDbFeed;
  readonly #pendingCalls = new Set<Promise<unknown>>();
  readonly #closeController = new AbortController();

  /**
   * Connects on the first call.
   * @param connectionString lists all nodes of a cluster, separated by commas. The user must be allowed to read `$all`.
   * @throws Error if the connection string cannot be used
   */
  constructor(connectionString: string, options: EventStoreDbOptions = {}) {
    setMaxListeners(0, this.#closeController.signal); // Each pending read adds a listener.
    this.#settings = resolveSettings(options, this.#closeController.signal);
    const credentials = appendCredentials(connectionString);
    this.#connection = new EventStoreDbConnection(
      withShortGossipTimeout(connectionString),
      this.#settings.onUnavailable,
    );
    this.#appender = new EventStoreDbAppender(this.#connection, credentials, this.#settings);
    this.#reader = new EventStoreDbReader(this.#connection, this.#settings);
    this.feed = new EventStoreDbFeed(this.#connection, this.#reader, this.#settings);
  }

  append(stream: string, events: readonly NewEvent[], expectedRevision: ExpectedRevision): Promise<AppendedPosition> {
    if (this.#closeController.signal.aborted) return Promise.reject(new Unavailable('The event log is closed', false));
    const work = this.#recordResponse(this.#appender.append(stream, events, expectedRevision));
    const settledWork = work.catch(() => undefined).finally(() => this.#pendingCalls.delete(settledWork));
    this.#pendingCalls.add(settledWork);
    return work;
  }

  readStream(stream: string, from = 0, limit?: number): Promise<StoredEvent[]> {
    return this.#recordResponse(this.#reader.readStream(stream, from, limit));
  }

  readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    return this.#recordResponse(this.#reader.readAll(after, limit));
  }

  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    return this.feed.follow(after, AbortSignal.any([signal, this.#closeController.signal]));
  }

  readHead(): Promise<Position> {
    return this.#recordResponse(this.#reader.findHead());
  }

  async close(): Promise<void> {
    this.#closeController.abort();
    await Promise.all(this.#pendingCalls);
    await withDeadline(this.#connection.close(), this.#settings, 'close').catch(() => undefined);
  }

  async #recordResponse<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    this.feed.onServerResponse();
    return result;
  }
}
