import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/** Its effect failed repeatedly. */
export interface SkippedEvent {
  position: Position;
  type: string;
  stream: string;
  error: string;
  at: string;
}

/** A reaction's checkpoint, and the server that runs it. */
export interface ReactionRecord {
  name: string;
  /** All effects of events up to this position are complete. */
  position: Position;
  /** Null before the first event. */
  event: EventReference | null;
  /** No other server runs the reaction until then. */
  lease: { owner: string; until: string } | null;
  /** Oldest first. */
  skipped: readonly SkippedEvent[];
  /** Incremented with each change. */
  version: number;
}

export interface ReactionCalls {
  reactions(): Promise<ReactionRecord[]>;
  /**
   * Stores a record if the stored one has the preceding version; version 1 is the first. @returns false if another
   * server was faster
   */
  saveReaction(record: ReactionRecord): Promise<boolean>;
}
