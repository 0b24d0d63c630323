import { retry } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';

/**
 * Retries until a task succeeds, because stores and vault may be unavailable for a while. @returns undefined once the
 * gateway is closed
 */
export async function retryUntilClosed<T>(
  task: () => Promise<T>,
  { signal, logger }: { signal: AbortSignal; logger: Logger },
): Promise<T | undefined> {
  const onRetry = (error: unknown) => logger.warn({ err: error }, 'the live gateway retries after an error');
  try {
    return await retry(task, { signal, onRetry });
  } catch {
    return undefined; // every error is transient: only the signal ends the loop
  }
}
