import { retry } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';
import { isUnavailable } from './unavailable.js';

/**
 * Repeats work while log, views or vault are unavailable.
 * @throws any other error, and the signal's reason
 */
export function retryWhileUnavailable<T>(work: () => Promise<T>, logger: Logger, signal?: AbortSignal): Promise<T> {
  const onRetry = (error: unknown) => logger.warn({ err: error }, 'waiting'); // `Outages` makes one line of all
  return retry(work, { signal, isTransient: isUnavailable, onRetry });
}
