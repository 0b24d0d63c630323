import { retryDelayMs } from '@guildhall/domain/retry-delay.js';
import { scheduleReload } from '../../live/schedule-reload.js';

/** Simultaneous changes share one request; during many changes in a row, requests are at least this far apart. */
const settleMs = 400;
const maxDelayMs = 2_000;
const spreadMs = 300;
const maxAttempts = 4;
const afterFailures = { initialDelayMs: 2 * maxDelayMs, maxDelayMs: 16 * maxDelayMs };

interface StaffUpdates {
  /** Requests the list after a short delay. */
  onUpdate: () => void;
  /** Called when updates were missed: requests the list until there is a response, and reports its position. */
  lost: (found: (position: string) => void, urgent?: boolean) => void;
  stop: () => void;
}

/** Decides when to reload a list. Waits while the page is hidden or text on it is selected. */
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
      // A change is pushed only once, so a failed request is retried a few times with growing delays.
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

  const lost = (found: (position: string) => void, urgent = false, failures = 0) => {
    stopWaiting();
    const load = async () => {
      const position = await ask();
      if (over) return;
      if (position === null) lost(found, false, failures + 1);
      else found(position);
    };
    stopWaiting = scheduleReload(() => void load(), failures, urgent);
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

/** Replacing a row would lose a selection that the person wants to copy. */
function isMarking(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
