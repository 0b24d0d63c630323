/** An opaque string of fixed width. Positions can be compared as strings, but must never be subtracted. */
export type Position = string;

export const beginning: Position = '00000000000000000000';

export const pickLaterPosition = (a: Position, b: Position): Position => (a > b ? a : b);

/** Use 'no-stream' if the stream does not exist. There is no "any". */
export type ExpectedRevision = number | 'no-stream';

export interface NewEvent {
  /** A UUID. Appending the same ids again at the same expected revision returns the first result. */
  id: string;
  type: string;
  data: unknown;
  /** All values must be strings because atomic appends on newer servers reject other types. */
  metadata: Record<string, string>;
}

export interface StoredEvent {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  type: string;
  data: unknown;
  metadata: Record<string, string>;
}

export interface AppendedPosition {
  revision: number;
  position: Position;
}

export interface EventLog {
  /**
   * Durably writes either all events or none before it resolves. An exact repeat (same stream, ids and expected
   * revision) returns the first result. No other errors are thrown.
   * @throws VersionConflict if the stream is at another revision; Unavailable if the outcome may be unknown; TooLarge
   * if a limit in `appendLimits` is exceeded; LogDamaged, with nothing written; RangeError for invalid arguments
   */
  append(stream: string, events: readonly NewEvent[], expectedRevision: ExpectedRevision): Promise<AppendedPosition>;

  readStream(stream: string, from?: number, limit?: number): Promise<StoredEvent[]>;

  /** Returns fewer than `limit` events only at the end of the log. @throws Unavailable, LogDamaged */
  readAll(after: Position, limit: number): Promise<StoredEvent[]>;

  /**
   * Yields every event after a position exactly once and in order, first the existing events and then new ones. Ends
   * only when the signal is aborted because adapters reconnect by themselves.
   * @throws LogDamaged
   */
  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]>;

  readHead(): Promise<Position>;

  close(): Promise<void>;
}

/** Data and metadata are counted as JSON bytes. EventStoreDB accepts 1 MiB per append, including the event types. */
export const appendLimits = { eventBytes: 256 * 1024, totalBytes: 1000 * 1024, events: 100 } as const;

export const maxBatchEvents = 1000;

export class VersionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expectedRevision: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`Stream ${stream}: expected revision ${expectedRevision}, found ${actual}`);
    this.name = 'VersionConflict';
  }
}

export class Unavailable extends Error {
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Unavailable';
  }
}

/** A part of the log is permanently unreadable and must be restored from a backup. */
export class LogDamaged extends Error {
  constructor(
    readonly where: string,
    options?: ErrorOptions,
  ) {
    super(`The event log is damaged ${where}: restore it from a backup`, options);
    this.name = 'LogDamaged';
  }
}

export class TooLarge extends Error {
  override readonly name: string = 'TooLarge';
}
