import { unlessAborted } from './deadline.js';
import { maxBatchEvents } from '../port.js';
import type { StoredEvent } from '../port.js';

/** Buffers events between the live feed, which never waits, and one subscriber, which may be slow. */
export class EventQueue {
  #events: StoredEvent[] = [];
  #overflowed = false;
  #wake: () => void = () => undefined;

  constructor(private readonly limit: number) {}

  get length(): number {
    return this.#events.length;
  }

  /** Returns false if the queue is full: the subscriber must then continue from the log. */
  push(event: StoredEvent): boolean {
    if (this.#events.length >= this.limit) this.#overflowed = true;
    else this.#events.push(event);
    this.#wake();
    return !this.#overflowed;
  }

  async take(signal: AbortSignal): Promise<StoredEvent[] | undefined> {
    while (this.#events.length === 0) {
      if (this.#overflowed || signal.aborted) return undefined;
      await unlessAborted(new Promise<void>((resolve) => (this.#wake = resolve)), signal);
    }
    if (signal.aborted) return undefined;
    return this.#events.splice(0, maxBatchEvents);
  }
}
