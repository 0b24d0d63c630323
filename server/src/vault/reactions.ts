import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

export interface SkippedEvent {
  position: Position;
  type: string;
  stream: string;
  error: string;
  at: string;
}

export interface ReactionRecord {
  name: string;
  /** All effects of events up to this position have been completed. */
  position: Position;
  event: EventReference | null;
  lease: { owner: string; until: string } | null;
  skipped: readonly SkippedEvent[];
  version: number;
}

export interface ReactionCalls {
  listReactions(): Promise<ReactionRecord[]>;
  /** Versions start at 1. @returns false if another server has already saved this version */
  saveReaction(record: ReactionRecord): Promise<boolean>;
}
