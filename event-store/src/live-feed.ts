import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from './port.js';
import type { Position, StoredEvent } from './port.js';
import { RetryDelays, type RetryDelayOptions } from './retry.js';

type ReadBatch = (after: Position) => StoredEvent[] | Promise<StoredEvent[]>;

class Subscriber {
  private isAwake = false;
  private resume: () => void = () => undefined;

  readonly wake = (): void => {
    this.isAwake = true;
    this.resume();
  };

  beginRead(): void {
    this.isAwake = false;
  }

  async wait(ms?: number): Promise<void> {
    if (this.isAwake) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }
}

/** A commit only wakes the subscribers, which then read from the log, so nothing is buffered or missed. */
export class LiveFeed {
  private readonly subscribers = new Set<Subscriber>();
  private isEnded = false;

  /** @param retries delays after failed reads */
  constructor(private readonly retries: RetryDelayOptions = { initialDelayMs: 500, maxDelayMs: 500 }) {}

  wake(): void {
    for (const subscriber of this.subscribers) subscriber.wake();
  }

  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /** @param fullBatch A read that returns fewer events has reached the end of the log. */
  async *follow(
    after: Position,
    signal: AbortSignal,
    read: ReadBatch,
    fullBatch = 1,
  ): AsyncGenerator<StoredEvent[], void> {
    const subscriber = new Subscriber();
    const retryDelays = new RetryDelays(this.retries);
    this.subscribers.add(subscriber);
    signal.addEventListener('abort', subscriber.wake); // This is registered only once because registering a listener for each wait would take longer than the wait itself.
    try {
      let position = after;
      while (!this.isEnded && !signal.aborted) {
        const batch = await this.readOrPause(() => read(position), subscriber, retryDelays);
        if (!batch || this.isEnded || signal.aborted) continue;
        position = batch.at(-1)?.position ?? position;
        if (batch.length > 0) yield batch;
        if (batch.length < fullBatch) await subscriber.wait();
        else await nextTurn(); // A long catch-up must not block requests and timers.
      }
    } finally {
      this.subscribers.delete(subscriber);
      signal.removeEventListener('abort', subscriber.wake);
    }
  }

  private async readOrPause(
    read: () => StoredEvent[] | Promise<StoredEvent[]>,
    subscriber: Subscriber,
    retryDelays: RetryDelays,
  ): Promise<StoredEvent[] | null> {
    subscriber.beginRead();
    try {
      const result = read();
      const batch = Array.isArray(result) ? result : await result; // A synchronous read delivers in the same turn as its commit.
      retryDelays.reset();
      return batch;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await subscriber.wait(retryDelays.next());
      return null;
    }
  }
}
