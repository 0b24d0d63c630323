import { setTimeout as sleep } from 'node:timers/promises';

const maxStepMs = 4;
/** If a 1 ms timer fires within this time, no other work delayed it. */
const quietMs = 1.6;
const maxPauseMs = 12;

/** Divides background work into steps of a few milliseconds so that requests can be handled in between. */
export class WorkInSteps {
  private startedAt = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.startedAt < maxStepMs) return;
    await pause();
    this.startedAt = performance.now();
  }
}

/**
 * Waits up to 12 ms for the event loop to become almost idle. A single turn is not enough because a request takes
 * several turns, and each of them would have to wait for a step.
 */
export async function pause(): Promise<void> {
  const startedAt = performance.now();
  for (let lastTurnAt = startedAt, now = startedAt; now - startedAt < maxPauseMs; lastTurnAt = now) {
    await sleep(1);
    now = performance.now();
    if (now - lastTurnAt < quietMs) return;
  }
}
