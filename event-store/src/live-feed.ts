import { setImmediate as breathe } from 'node:timers/promises';
import { Unavailable } from './port.js';
import type { Position, StoredEvent } from './port.js';

type ReadBatch = (after: Position) => StoredEvent[];

class Subscriber {
  private resume: () => void = () => undefined;

  readonly wake = (): void => this.resume();

  async woken(ms?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}

/**
 * A commit only wakes the subscribers; they read from the log. So nothing is buffered for a slow consumer, and nothing
 * can be missed.
 */
export class LiveFeed {
  private readonly subscribers = new Set<Subscriber>();
  private ended = false;

  /** @param retryMs pause after a failed read */
  constructor(private readonly retryMs = 500) {}

  wake(): void {
    for (const subscriber of this.subscribers) subscriber.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  async *follow(after: Position, signal: AbortSignal, read: ReadBatch): AsyncGenerator<StoredEvent[], void> {
    const subscriber = new Subscriber();
    this.subscribers.add(subscriber);
    signal.addEventListener('abort', subscriber.wake); // once: registering for each wait takes longer than a wait
    try {
      let position = after;
      let hasWaited = true;
      while (!this.ended && !signal.aborted) {
        const batch = await this.readOrWait(() => read(position), subscriber);
        const follows = batch.length > 0 && !hasWaited;
        hasWaited = batch.length === 0;
        if (follows) await breathe(); // a long catch-up must let requests and timers run
        if (hasWaited || this.ended || signal.aborted) continue;
        position = batch.at(-1)?.position ?? position;
        yield batch;
      }
    } finally {
      this.subscribers.delete(subscriber);
      signal.removeEventListener('abort', subscriber.wake);
    }
  }

  /** Empty only after a commit, a pause after a failed read, or the end. */
  private async readOrWait(read: () => StoredEvent[], subscriber: Subscriber): Promise<StoredEvent[]> {
    try {
      const batch = read();
      if (batch.length === 0) await subscriber.woken(); // no await between the read and the wait
      return batch;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await subscriber.woken(this.retryMs);
      return [];
    }
  }
}
