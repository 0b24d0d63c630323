import { retryDelayMs } from '@guildhall/domain/retry-delay.js';
import { scheduleReload } from '../../live/schedule-reload.js';

/** Several changes at once are asked for once; many in a row not more often than that. All in milliseconds. */
const settleMs = 400;
const maxDelayMs = 2_000;
const spreadMs = 300;
const maxAttempts = 4;
const afterFailures = { initialDelayMs: 2 * maxDelayMs, maxDelayMs: 16 * maxDelayMs };

interface StaffUpdates {
  /** Something has changed: asks a little later. */
  onUpdate: () => void;
  /** What has changed cannot be told: asks soon, until there is an answer, and says of which position it is. */
  lost: (found: (position: string) => void) => void;
  stop: () => void;
}

/** When a list is asked for again. A page that nobody sees, or in which somebody marks a text, waits with it. */
export function followUpdates(ask: () => Promise<string | null>): StaffUpdates {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopWaiting = () => {};
  let over = false;
  let askedAt = -Infinity;
  let waits = false;
  let tries = 0;

  const schedule = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(tryToAsk, wait + Math.random() * spreadMs);
  };
  const tryToAsk = () => {
    if (isMarking()) return schedule(maxDelayMs);
    if (document.hidden) return;
    waits = false;
    askedAt = performance.now();
    void ask().then((position) => {
      if (position !== null) tries = 0;
      // What was told is not told again: who got no answer asks again, some times and ever later.
      else if (!over && tries < maxAttempts) schedule(retryDelayMs(++tries, afterFailures, Math.random()));
    });
  };
  const handleUpdate = () => {
    if (waits) return;
    waits = true;
    schedule(Math.max(settleMs, askedAt + maxDelayMs - performance.now()));
  };
  const seen = () => {
    if (waits && !document.hidden) schedule(settleMs);
  };
  document.addEventListener('visibilitychange', seen);

  const lost = (found: (position: string) => void, failures = 0) => {
    stopWaiting();
    stopWaiting = scheduleReload(() => {
      void ask().then((position) => {
        if (over) return;
        if (position === null) lost(found, failures + 1);
        else found(position);
      });
    }, failures);
  };
  return {
    onUpdate: handleUpdate,
    lost,
    stop: () => {
      over = true;
      clearTimeout(timer);
      stopWaiting();
      document.removeEventListener('visibilitychange', seen);
    },
  };
}

/** What is marked to be copied would be lost with its row. */
function isMarking(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
