import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/** An event whose effect failed again and again. */
export interface SkippedEvent {
  position: Position;
  type: string;
  stream: string;
  error: string;
  at: string;
}

/** How far a reaction has come, and which server runs it. */
export interface ReactionRecord {
  name: string;
  /** Events up to here need no effect any more. */
  position: Position;
  /** The one at that position; null before the first. */
  event: EventReference | null;
  /** Until then, no other server runs the reaction. */
  lease: { owner: string; until: string } | null;
  /** Oldest first. */
  skipped: readonly SkippedEvent[];
  /** Rises by one with each change. */
  version: number;
}

export interface ReactionCalls {
  reactions(): Promise<ReactionRecord[]>;
  /**
   * Stores a record where the stored one has the version before it; version 1 is the first.
   * @returns false where another server was faster
   */
  saveReaction(record: ReactionRecord): Promise<boolean>;
}
