import { setTimeout as sleep } from 'node:timers/promises';

const maxStepMs = 4;
/** A 1 ms timer that fires within this time was not delayed by other work. */
const quietMs = 1.6;
const maxPauseMs = 12;

/** Divides background work into steps of a few milliseconds, between which requests are answered. */
export class WorkInSteps {
  private began = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.began < maxStepMs) return;
    await pause();
    this.began = performance.now();
  }
}

/**
 * Waits at most 12 ms until the event loop is almost idle. A single turn is not enough: a request takes several, and
 * would wait for a step at each.
 */
export async function pause(): Promise<void> {
  const began = performance.now();
  for (let before = began, now = began; now - began < maxPauseMs; before = now) {
    await sleep(1);
    now = performance.now();
    if (now - before < quietMs) return;
  }
}
