import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';

/** The live generation of the views, as routes and gateway use it. */
export interface Views {
  /** Changes when a rebuilt generation goes live: read the property again for each read. */
  readonly store: ViewStore;
  /** Checkpoint of the live generation when a wait last read it; the beginning if none has. */
  readonly checkpointRead: Position;
  /** Returns true once the views have reached the position, false after the timeout. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** Like `changesBetween` of the store; the newest are in memory if the runner is in this process. */
  changesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]>;
  /** Notifies the listener when another generation has gone live. */
  onSwitch(listener: () => void): void;
}

/** How long a write waits for the views before it returns `stale`. */
export const writeWaitMs = 2_000;
