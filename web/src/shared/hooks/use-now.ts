import { useSyncExternalStore } from 'react';

/** How often times in the page are renewed, in milliseconds. */
const everyMs = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time in milliseconds, renewed while the page is open; one timer for all that show it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(changed: () => void): () => void {
  if (listeners.size === 0) begin();
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) end();
  };
}

function begin(): void {
  now = Date.now();
  timer = setInterval(renew, everyMs);
  document.addEventListener('visibilitychange', renew);
}

function end(): void {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', renew);
}

function renew(): void {
  now = Date.now();
  for (const changed of listeners) changed();
}
