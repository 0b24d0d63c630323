import { retryDelayMs } from '@guildhall/domain/retry-delay.js';

const spreadMs = 3_000;
const afterFailures = { initialDelayMs: 2_000, maxDelayMs: 30_000 };

/**
 * Runs `load` once after a small random delay, so that a thousand open pages do not request at the same moment. The
 * delay grows with `failures`, the consecutive loads without a response. `urgent` means that no other page reloads for
 * the same reason. Returns a function that cancels it.
 */
export function scheduleReload(load: () => void, failures = 0, urgent = false): () => void {
  const delayMs = retryDelayMs(failures, afterFailures, Math.random());
  const timer = setTimeout(load, urgent ? delayMs : 200 + delayMs + Math.random() * spreadMs);
  return () => clearTimeout(timer);
}
