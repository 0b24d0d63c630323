import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const batchLimit = { rounds: 6, ms: 250 };

/**
 * Batches requests so that a thousand reconnecting browsers cause few reads while a single one does not have to wait.
 */
export class RequestBatcher<Request> {
  private waitingRequests: { request: Request; done: () => void }[] = [];
  private isRunning = false;
  private startedAt: number[] = [];

  /** `run` must not throw. */
  constructor(private readonly run: (requests: readonly Request[]) => Promise<unknown>) {}

  add(request: Request): Promise<void> {
    return new Promise((done) => {
      this.waitingRequests.push({ request, done });
      void this.runBatches();
    });
  }

  private async runBatches(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.waitingRequests.length > 0) {
      await nextTurn();
      await this.waitForSlot();
      const batch = this.waitingRequests.splice(0);
      await this.run(batch.map(({ request }) => request));
      for (const { done } of batch) done();
    }
    this.isRunning = false;
  }

  private async waitForSlot(): Promise<void> {
    const [oldest] = this.startedAt;
    const delayMs =
      oldest === undefined || this.startedAt.length < batchLimit.rounds
        ? 0
        : oldest + batchLimit.ms - performance.now();
    if (delayMs > 0) await sleep(delayMs);
    this.startedAt = [...this.startedAt, performance.now()].slice(-batchLimit.rounds);
  }
}
