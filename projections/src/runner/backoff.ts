import { setTimeout as sleep } from 'node:timers/promises';

const firstMs = 100;
const longestMs = 10_000;

/** The growing pauses between tries of something that cannot be reached: 0.1 s, doubled up to 10 s, with jitter. */
export class Backoff {
  private nextMs = firstMs;

  /** Ends early, without an error, when the signal is aborted. */
  async wait(signal?: AbortSignal): Promise<void> {
    const ms = this.nextMs * (0.75 + Math.random() / 2);
    this.nextMs = Math.min(this.nextMs * 2, longestMs);
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  /** After a success: the next pause is the shortest again. */
  reset(): void {
    this.nextMs = firstMs;
  }
}
