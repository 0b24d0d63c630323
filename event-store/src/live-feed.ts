import { setImmediate as breathe } from 'node:timers/promises';
import { Unavailable } from './port.js';
import type { Position, StoredEvent } from './port.js';

/** Reads at most one batch after a position. */
type ReadBatch = (after: Position) => StoredEvent[];

/**
 * The subscriptions of a log in this process. A commit only wakes them; they read from the log, after the last position
 * that they delivered. So nothing is buffered for a slow consumer, and nothing can be missed.
 */
export class LiveFeed {
  private readonly waiting = new Set<() => void>();
  private ended = false;

  /** `retryMs`: the pause after a read that failed. */
  constructor(private readonly retryMs = 500) {}

  /** Called after each commit. */
  wake(): void {
    for (const resume of [...this.waiting]) resume();
  }

  /** Ends every subscription: the log is being closed. */
  end(): void {
    this.ended = true;
    this.wake();
  }

  async *follow(after: Position, signal: AbortSignal, read: ReadBatch): AsyncGenerator<StoredEvent[], void> {
    let position = after;
    while (!this.ended && !signal.aborted) {
      const batch = await this.readWithRetry(() => read(position), signal);
      if (batch.length === 0) continue;
      position = batch.at(-1)?.position ?? position;
      yield batch;
      await breathe(); // a long catch-up must let requests and timers run
    }
  }

  /** The next batch. Empty only after a commit, a pause after a failed read, or the end. */
  private async readWithRetry(read: () => StoredEvent[], signal: AbortSignal): Promise<StoredEvent[]> {
    try {
      const batch = read();
      if (batch.length === 0) await this.nextCommit(signal); // no await between the read and the wait
      return batch;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await this.nextCommit(signal, this.retryMs);
      return [];
    }
  }

  /** Resolves at the next commit, and at the latest after `ms` milliseconds, when aborted or when the log is closed. */
  private nextCommit(signal: AbortSignal, ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.waiting.delete(resume);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(resume, ms);
      signal.addEventListener('abort', resume);
      this.waiting.add(resume);
    });
  }
}
