import { retry } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';
import { isUnavailable } from './unavailable.js';

/**
 * Repeats work while log, views or vault are unavailable.
 * @throws any other error, and the signal's reason
 */
export function retryWhileUnavailable<T>(work: () => Promise<T>, logger: Logger, signal?: AbortSignal): Promise<T> {
  const logged = new Set<string>();
  const onRetry = (error: unknown) => {
    const { message } = error as Error;
    if (!logged.has(message)) logger.warn(`waiting: ${message}`);
    logged.add(message);
  };
  return retry(work, { signal, isTransient: isUnavailable, onRetry });
}
