import { parsePosition } from '@guildhall/domain/wire/positions.js';
import { beginning, type EventLog, type Position } from '@guildhall/event-store/port.js';
import type { LogWatermark } from '../log/log-watermark.js';
import { writeWaitMs, type Views } from '../stores/views.js';
import type { ReadQuery } from './paging.js';

interface Dependencies {
  historyId: string;
  log: Pick<EventLog, 'head'>;
  logWatermark: Pick<LogWatermark, 'position' | 'waitFor'>;
  views: Pick<Views, 'store' | 'waitFor'>;
}

export interface ReadFrom {
  checkpoint: Position;
  /** The position up to which both the views and this server's memory are read: the checkpoint or earlier. */
  known: Position;
  /** `known` in the form that responses have. */
  position: string;
}

/** How long a read waits until this server's memory has caught up with the views. */
const watermarkWaitMs = 250;

export class ReadPositions {
  constructor(private readonly services: Dependencies) {}

  /**
   * Determines the position before the rows are read, so that live topics can be joined without a gap. If the request
   * names a position with `after`, this waits at most two seconds until the views have reached it. If this server's
   * memory is older than the views, the response claims no newer position.
   */
  async begin(query: ReadQuery): Promise<ReadFrom> {
    const { views, logWatermark } = this.services;
    await this.awaitRequested(query, views);
    const checkpoint = await views.store.checkpoint();
    const known = (await logWatermark.waitFor(checkpoint, watermarkWaitMs)) ? checkpoint : logWatermark.position;
    return { checkpoint, known, position: this.named(known) };
  }

  /** Waits at most two seconds until `reader` has reached the position that a request names. */
  async awaitRequested(query: ReadQuery, reader: Pick<Views, 'waitFor'>): Promise<void> {
    const after = parsePosition(query.after);
    if (after?.log === this.services.historyId && (await this.isReached(after.position))) {
      await reader.waitFor(after.position, writeWaitMs);
    }
  }

  /** Returns false if the views do not show the position within two seconds. */
  awaitShown(position: Position): Promise<boolean> {
    return this.services.views.waitFor(position, writeWaitMs);
  }

  named(position: Position): string {
    return `${this.services.historyId}.${position}`;
  }

  /**
   * Waiting for an invented position would mark the projector as lagging. Returns false while the log is unavailable,
   * since views can be read without it.
   */
  private async isReached(position: Position): Promise<boolean> {
    const head = await this.services.log.head().catch(() => beginning);
    return position <= head;
  }
}
