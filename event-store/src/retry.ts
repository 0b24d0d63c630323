import { setTimeout as sleep } from 'node:timers/promises';
import { retryDelayMs, type RetryTimes } from '@guildhall/domain/retry-delay.js';

export interface RetryDelayOptions extends Partial<RetryTimes> {
  immediateFirst?: boolean;
  random?: () => number;
}

export class RetryDelays {
  #failures = 0;
  readonly #options: Required<RetryDelayOptions>;

  constructor(options: RetryDelayOptions = {}) {
    this.#options = { initialDelayMs: 100, maxDelayMs: 10_000, immediateFirst: false, random: Math.random, ...options };
  }

  next(): number {
    const { immediateFirst, random, ...times } = this.#options;
    this.#failures += 1;
    return retryDelayMs(this.#failures - (immediateFirst ? 1 : 0), times, random());
  }

  async wait(signal?: AbortSignal): Promise<void> {
    await sleep(this.next(), undefined, { signal }).catch(() => undefined);
  }

  reset(): void {
    this.#failures = 0;
  }

  recordProgress(): void {
    this.#failures = Math.min(this.#failures, this.#options.immediateFirst ? 1 : 0);
  }
}

export interface RetryOptions {
  signal?: AbortSignal | undefined;
  isTransient?: (error: unknown) => boolean;
  onRetry?: (error: unknown) => void;
  retryDelays?: RetryDelays;
}

export async function retry<T>(task: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { signal, isTransient = () => true, onRetry = () => {}, retryDelays = new RetryDelays() } = options;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      if (!isTransient(error)) throw error;
      onRetry(error);
      await retryDelays.wait(signal);
    }
  }
}
