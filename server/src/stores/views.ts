import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';

export interface Views {
  /** Changes when a rebuilt generation goes live: read this property for each read. */
  readonly store: ViewStore;
  /** Checkpoint of the live generation when a wait last read it; the beginning if none has. */
  readonly checkpointRead: Position;
  /** Returns false after the timeout. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Like `changesBetween` of the store; the newest are in memory if the runner is in this process. */
  changesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]>;
  onSwitch(listener: () => void): void;
}

/** How long a write waits for the views before its response is marked `stale`. */
export const writeWaitMs = 2_000;
