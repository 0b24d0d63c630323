import { retryDelayMs } from '@guildhall/domain/retry-delay.js';

const spreadMs = 3_000;
const afterFailures = { initialDelayMs: 2_000, maxDelayMs: 30_000 };

/**
 * Delays `load` randomly so that a thousand open pages do not send requests at the same moment. The delay grows with
 * `failures`, the number of consecutive loads without a response. `urgent` skips it, for reloads that concern only this
 * page.
 * @returns a function that cancels the load
 */
export function scheduleReload(load: () => void, failures = 0, urgent = false): () => void {
  const delayMs = retryDelayMs(failures, afterFailures, Math.random());
  const timer = setTimeout(load, urgent ? delayMs : 200 + delayMs + Math.random() * spreadMs);
  return () => clearTimeout(timer);
}
