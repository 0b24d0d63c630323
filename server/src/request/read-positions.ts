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
  /** Up to where both the views and what this server holds in memory are read: the checkpoint, or earlier. */
  known: Position;
  /** `known`, as responses name it. */
  position: string;
}

/** How long a read waits for this server to have read the part of the log that is in the views. */
const watermarkWaitMs = 250; // ms

/** Positions of the log, as requests and responses name them. */
export class ReadPositions {
  constructor(private readonly services: Dependencies) {}

  /**
   * Reads the position before the rows are read, so that the live topics can be joined without a gap. A request may
   * require with `after=<position>` that the views have reached it first; it waits at most two seconds and then gets
   * the current rows. If this server's rights and names are older than the views even so, the response is no newer than
   * they are.
   */
  async begin(query: ReadQuery): Promise<ReadFrom> {
    const { views, logWatermark } = this.services;
    await this.awaitAsked(query, views);
    const checkpoint = await views.store.checkpoint();
    const known = (await logWatermark.waitFor(checkpoint, watermarkWaitMs)) ? checkpoint : logWatermark.position;
    return { checkpoint, known, position: this.named(known) };
  }

  /** Waits, for two seconds at most, until a reader of the log has reached the position that a request names. */
  async awaitAsked(query: ReadQuery, reader: Pick<Views, 'waitFor'>): Promise<void> {
    const after = parsePosition(query.after);
    if (after?.log === this.services.historyId && (await this.isReached(after.position))) {
      await reader.waitFor(after.position, writeWaitMs);
    }
  }

  /** @returns false when the views do not show the position within two seconds */
  awaitShown(position: Position): Promise<boolean> {
    return this.services.views.waitFor(position, writeWaitMs);
  }

  /** With the history that it belongs to. */
  named(position: Position): string {
    return `${this.services.historyId}.${position}`;
  }

  /**
   * Whether the log has reached it: waiting for an invented position would mark the projector as lagging. False while
   * the log is unavailable: the views can be read without it.
   */
  private async isReached(position: Position): Promise<boolean> {
    const head = await this.services.log.head().catch(() => beginning);
    return position <= head;
  }
}
