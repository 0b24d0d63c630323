import { retryDelayMs } from '@guildhall/domain/retry-delay.js';
import { scheduleReload } from '../../live/schedule-reload.js';

/**
 * Several simultaneous changes share one request; many in a row are requested no more often than this. All in
 * milliseconds.
 */
const settleMs = 400;
const maxDelayMs = 2_000;
const spreadMs = 300;
const maxAttempts = 4;
const afterFailures = { initialDelayMs: 2 * maxDelayMs, maxDelayMs: 16 * maxDelayMs };

interface StaffUpdates {
  /** Something has changed: requests the list a little later. */
  onUpdate: () => void;
  /** The changes were missed: requests the list soon, until there is a response, and reports its position. */
  lost: (found: (position: string) => void, urgent?: boolean) => void;
  stop: () => void;
}

/** Decides when a list is reloaded. A hidden page, or one in which a text is selected, waits. */
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
      // A change is sent only once: without a response the request is retried a few times with growing delays.
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

/** A selection to be copied would be lost with its row. */
function isMarking(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
