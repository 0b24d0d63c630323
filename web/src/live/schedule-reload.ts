import { retryDelayMs } from '@guildhall/domain/retry-delay.js';

const spreadMs = 3_000;
const afterFailures = { initialDelayMs: 2_000, maxDelayMs: 30_000 };

/**
 * Runs `load` once after a small random wait, so that a thousand open pages do not ask in the same moment; after
 * `failures` loads in a row that had no answer the wait is longer each time.
 * @returns the end of it, for a page that is left meanwhile.
 */
export function scheduleReload(load: () => void, failures = 0): () => void {
  const delayMs = retryDelayMs(failures, afterFailures, Math.random());
  const timer = setTimeout(load, 200 + delayMs + Math.random() * spreadMs);
  return () => clearTimeout(timer);
}
