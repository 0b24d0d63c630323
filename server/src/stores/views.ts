import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';

export interface Views {
  /** Replaced when a rebuilt generation goes live, so do not cache this property between reads. */
  readonly store: ViewStore;
  readonly checkpointRead: Position;
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  changesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]>;
  onSwitch(listener: () => void): void;
}

/** If the views take longer, the response to a write is marked `stale`. */
export const writeWaitMs = 2_000;
