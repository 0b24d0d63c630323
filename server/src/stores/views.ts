import type { EventLog, Position } from '@guildhall/event-store/port.js';
import { StoreUnavailable, type ViewStore } from '@guildhall/projections/view-store.js';
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

/** @throws StoreUnavailable if the views do not reach the end of the log in time */
export async function waitForHead(services: {
  views: Pick<Views, 'waitFor'>;
  log: Pick<EventLog, 'head'>;
}): Promise<void> {
  const head = await services.log.head();
  if (!(await services.views.waitFor(head, writeWaitMs))) throw new StoreUnavailable('the views lag behind');
}
