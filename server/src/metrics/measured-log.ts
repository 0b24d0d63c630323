import {
  VersionConflict,
  type AppendedPosition,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from '@guildhall/event-store/port.js';
import type { Metrics } from './metrics.js';

export class MeasuredLog implements EventLog {
  constructor(
    private readonly log: EventLog,
    private readonly metrics: Pick<Metrics, 'append'>,
  ) {}

  async append(
    stream: string,
    events: readonly NewEvent[],
    expectedRevision: ExpectedRevision,
  ): Promise<AppendedPosition> {
    const startedAt = performance.now();
    try {
      const result = await this.log.append(stream, events, expectedRevision);
      this.metrics.append('written', performance.now() - startedAt);
      return result;
    } catch (error) {
      this.metrics.append(error instanceof VersionConflict ? 'conflict' : 'failed', performance.now() - startedAt);
      throw error;
    }
  }

  readStream(stream: string, from?: number, limit?: number): Promise<StoredEvent[]> {
    return this.log.readStream(stream, from, limit);
  }

  readAll(after: Position, limit: number): Promise<StoredEvent[]> {
    return this.log.readAll(after, limit);
  }

  subscribeAll(after: Position, signal: AbortSignal): AsyncIterable<StoredEvent[]> {
    return this.log.subscribeAll(after, signal);
  }

  readHead(): Promise<Position> {
    return this.log.readHead();
  }

  close(): Promise<void> {
    return this.log.close();
  }
}
