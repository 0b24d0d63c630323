import { Unavailable } from '@guildhall/event-store/port.js';
import { Backoff } from '@guildhall/projections/runner/backoff.js';
import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import type { Logger } from 'pino';
import { VaultUnavailable } from '../vault/vault.js';

/** Whether it is only that log, views or vault cannot be reached now. */
export function isOutOfReach(error: unknown): error is Error {
  return error instanceof Unavailable || error instanceof StoreUnavailable || error instanceof VaultUnavailable;
}

/**
 * Does it again, after growing pauses, for as long as log, views or vault cannot be reached.
 * @throws all else, and the signal's reason
 */
export async function onceReachable<T>(work: () => Promise<T>, logger: Logger, signal?: AbortSignal): Promise<T> {
  const backoff = new Backoff();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      logger.warn(`waiting: ${error.message}`);
      await backoff.wait(signal);
      signal?.throwIfAborted();
    }
  }
}
