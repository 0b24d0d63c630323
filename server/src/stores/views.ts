import type { EventLog, Position } from '@guildhall/event-store/port.js';
import { StoreUnavailable, type ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';
import type { LogWatermark } from '../log/log-watermark.js';

export interface Views {
  /** Replaced when a rebuilt generation goes live, so do not cache this property between reads. */
  readonly store: ViewStore;
  readonly checkpointRead: Position;
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  findChangesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]>;
  onSwitch(listener: () => void): void;
}

/** If the views take longer, the response to a write is marked `stale`. */
export const writeWaitMs = 2_000;

interface Readers {
  views: Pick<Views, 'waitFor'>;
  logWatermark: Pick<LogWatermark, 'waitFor'>;
}

/** @throws StoreUnavailable if the views, and the rights in memory, do not reach the end of the log in time */
export const waitForHead = async (services: Readers & { log: Pick<EventLog, 'readHead'> }): Promise<void> =>
  waitForPosition(services, await services.log.readHead());

/** @throws StoreUnavailable if the views, and the rights in memory, do not reach the position in time */
export async function waitForPosition(
  { views, logWatermark }: Readers,
  position: Position,
  timeoutMs = writeWaitMs,
): Promise<void> {
  const results = await Promise.all([views, logWatermark].map((reader) => reader.waitFor(position, timeoutMs)));
  if (results.includes(false)) throw new StoreUnavailable('the views or rights lag behind');
}
