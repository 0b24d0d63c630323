/**
 * The event log's port. Two adapters implement it, SQLite and EventStoreDB; one contract suite runs on both.
 * Positions are opaque strings of fixed width: compare them as strings, store them, never subtract. `beginning` is
 * before every event. Revisions count from 0 within a stream.
 */
export type Position = string;

/** Sorts before every position of an adapter. */
export const beginning: Position = '00000000000000000000';

/** The stream's last revision, or that the stream does not exist. There is no "any". */
export type ExpectedRevision = number | 'no-stream';

export interface NewEvent {
  /** A UUID. Appending the same ids again at the same expected revision returns the first result and writes nothing. */
  id: string;
  type: string;
  data: unknown;
  /** All values are strings, because atomic appends of newer servers reject others. */
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

export interface Appended {
  /** Revision of the last event of the append. */
  revision: number;
  position: Position;
}

export interface EventLog {
  /**
   * Writes all events or none, durably, before it resolves. An exact repeat of the call (same stream, ids and expected
   * revision) returns the result of the first; after an unknown outcome the adapter itself repeats it. @throws
   * VersionConflict if the stream has another revision; Unavailable if the outcome may be unknown; TooLarge over
   * `appendLimits`; LogDamaged, with nothing written; RangeError for what no caller may send (no events, an id that is
   * not a UUID). Nothing else.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended>;

  /**
   * Returns a stream's events from a revision (default 0) in order, at most `limit` (default: all); none if the stream
   * does not exist. @throws Unavailable, LogDamaged
   */
  readStream(stream: string, from?: number, limit?: number): Promise<StoredEvent[]>;

  /**
   * Returns at most `limit` (1 or more) events after a position, in log order; fewer only at the end. @throws
   * Unavailable, LogDamaged
   */
  readAll(after: Position, limit: number): Promise<StoredEvent[]>;

  /**
   * Yields every event after a position, in order, once each, without end: first the existing events, then new ones.
   * Batches contain at least one event; the next batch waits until the consumer requests it. Ends only when the signal
   * is aborted: an adapter restores its own connection. @throws LogDamaged
   */
  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]>;

  /** Returns the position of the last event, or `beginning` for an empty log. @throws Unavailable, LogDamaged */
  head(): Promise<Position>;

  /** Resolves when pending appends are settled and resources released. */
  close(): Promise<void>;
}

/**
 * Limits of one append, the same for every adapter. Bytes are those of data and metadata as JSON. EventStoreDB takes 1
 * MiB an append and counts the types too, so the total stays a little below.
 */
export const appendLimits = { eventBytes: 256 * 1024, totalBytes: 1000 * 1024, events: 100 } as const;

export const maxBatchEvents = 1000;

export class VersionConflict extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`Stream ${stream}: expected revision ${expected}, found ${actual}`);
    this.name = 'VersionConflict';
  }
}

export class Unavailable extends Error {
  /** @param outcomeUnknown whether an append may have been written */
  constructor(
    message: string,
    readonly outcomeUnknown: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Unavailable';
  }
}

/**
 * A part of the log cannot be read, now or later, and must be restored from a backup. The message says where it is, as
 * exactly as possible, and what to do.
 */
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
