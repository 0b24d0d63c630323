import { retryDelayMs } from '@guildhall/domain/retry-delay.js';

const settleMs = 400;
const maxDelayMs = 2_000;
const spreadMs = 300;
const maxAttempts = 4;
const afterFailures = { initialDelayMs: 2 * maxDelayMs, maxDelayMs: 16 * maxDelayMs };

interface UpdateSchedule {
  onUpdate: () => void;
  stop: () => void;
}

/** Waits while the page is hidden or text on it is selected. */
export function scheduleUpdates(reload: () => Promise<string | null>): UpdateSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let reloadedAt = -Infinity;
  let isWaiting = false;
  let failures = 0;

  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, delayMs + Math.random() * spreadMs);
  };
  const run = () => {
    if (isMarking()) return schedule(maxDelayMs);
    if (document.hidden) return;
    isWaiting = false;
    reloadedAt = performance.now();
    void reload().then((position) => {
      if (position !== null) failures = 0;
      // A change is pushed only once, so a failed request is retried a few times with growing delays.
      else if (!isStopped && failures < maxAttempts) schedule(retryDelayMs(++failures, afterFailures, Math.random()));
    });
  };
  const onVisible = () => {
    if (isWaiting && !document.hidden) schedule(settleMs);
  };
  document.addEventListener('visibilitychange', onVisible);

  return {
    onUpdate: () => {
      if (isWaiting) return;
      isWaiting = true;
      schedule(Math.max(settleMs, reloadedAt + maxDelayMs - performance.now()));
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

/** Replacing a row would lose a selection that the reader wants to copy. */
function isMarking(): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString() !== '';
}
