import { formatPosition, parsePosition } from '@guildhall/domain/wire/positions.js';
import { beginning, type EventLog, type Position } from '@guildhall/event-store/port.js';
import type { LogWatermark } from '../log/log-watermark.js';
import { writeWaitMs, type Views } from '../stores/views.js';
import type { ReadQuery } from './paging.js';

interface Dependencies {
  historyId: string;
  log: Pick<EventLog, 'readHead'>;
  logWatermark: Pick<LogWatermark, 'position' | 'waitFor'>;
  views: Pick<Views, 'store' | 'waitFor'>;
}

export interface ReadFrom {
  checkpoint: Position;
  /**
   * Both the views and this server's memory are up to date with this position. It is never later than the checkpoint.
   */
  knownPosition: Position;
  position: string;
}

const watermarkWaitMs = 250;

export class ReadPositions {
  constructor(private readonly services: Dependencies) {}

  /** Determines the position before the rows are read so that pages can join live topics without a gap. */
  async begin(query: ReadQuery): Promise<ReadFrom> {
    const { views, logWatermark } = this.services;
    await this.awaitRequested(query, views);
    const checkpoint = await views.store.readCheckpoint();
    const readPosition = (await logWatermark.waitFor(checkpoint, watermarkWaitMs)) ? checkpoint : logWatermark.position;
    return { checkpoint, knownPosition: readPosition, position: this.toResponsePosition(readPosition) };
  }

  async awaitRequested(query: ReadQuery, reader: Pick<Views, 'waitFor'>): Promise<void> {
    const requestedPosition = parsePosition(query.after);
    if (requestedPosition?.log === this.services.historyId && (await this.isReached(requestedPosition.position))) {
      await reader.waitFor(requestedPosition.position, writeWaitMs);
    }
  }

  awaitShown(position: Position): Promise<boolean> {
    return this.services.views.waitFor(position, writeWaitMs);
  }

  toResponsePosition(position: Position): string {
    return formatPosition(this.services.historyId, position);
  }

  /** Guards against made-up positions because waiting for one would make the projector appear to lag. */
  private async isReached(position: Position): Promise<boolean> {
    const head = await this.services.log.readHead().catch(() => beginning);
    return position <= head;
  }
}
