import { Unavailable } from '@guildhall/event-store/port.js';
import { retry } from '@guildhall/event-store/retry.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { Logger } from 'pino';
import { VaultUnavailable } from '../vault/vault.js';

/** Whether the only cause is that log, views or vault are unavailable now. */
export function isUnavailable(error: unknown): error is Error {
  return error instanceof Unavailable || error instanceof StoreUnavailable || error instanceof VaultUnavailable;
}

/**
 * Repeats work while log, views or vault are unavailable.
 * @throws any other error, and the signal's reason
 */
export function retryWhileUnavailable<T>(work: () => Promise<T>, logger: Logger, signal?: AbortSignal): Promise<T> {
  const onRetry = (error: unknown) => logger.warn(`waiting: ${(error as Error).message}`);
  return retry(work, { signal, isTransient: isUnavailable, onRetry });
}
