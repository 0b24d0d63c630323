import { Backoff } from '@guildhall/projections/runner/backoff.js';
import type { Logger } from 'pino';

/**
 * Does something again, after growing pauses, until it succeeds: a store or the vault may be away for a while.
 * @returns what the task returned; undefined once the signal is aborted
 */
export async function keepTrying<T>(
  task: () => Promise<T>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<T | undefined> {
  const backoff = new Backoff();
  while (!signal.aborted) {
    try {
      return await task();
    } catch (error) {
      logger.warn({ err: error }, 'the live gateway waits and tries again');
      await backoff.wait(signal);
    }
  }
  return undefined;
}
