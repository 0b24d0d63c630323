import type { Position } from '@guildhall/event-store/port.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';
import type { NewestReply } from '@guildhall/projections/views/posts/newest-replies.js';

/** The live generation of the views, as routes and gateway use it. */
export interface Views {
  /** Changes when a rebuilt generation goes live: read the property again for each read. */
  readonly store: ViewStore;
  /** What the live generation gave as its checkpoint when a wait last read it; the beginning where none has. */
  readonly checkpointRead: Position;
  /** Resolves true once the views have reached the position, false when they do not in time. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** The changes of events, see `changesBetween` of the views; the newest are in memory where the runner is in this process. */
  changesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]>;
  /** The newest visible replies of a thread as far as they are in memory, see `NewestReplies`; never with a gap. */
  newestReplies(threadId: number): readonly NewestReply[];
  /** Called when another generation has gone live. */
  onSwitch(listener: () => void): void;
}

/** How long a write waits for the views before it returns `stale`. */
export const writeWaitMs = 2_000; // ms
