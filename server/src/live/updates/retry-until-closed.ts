import { retry } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';

/**
 * Repeats a task of the gateway until it succeeds: a store or the vault may be unavailable for a while.
 * @returns what the task returned; undefined once the gateway is closed
 */
export async function retryUntilClosed<T>(
  task: () => Promise<T>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<T | undefined> {
  const onRetry = (error: unknown) => logger.warn({ err: error }, 'the live gateway waits and tries again');
  try {
    return await retry(task, { signal, onRetry });
  } catch {
    return undefined; // all errors are transient here: only the signal ends it
  }
}
