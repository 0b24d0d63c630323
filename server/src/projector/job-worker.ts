import type { JobKind, JobQueue } from './job-queue.js';
import type { Projector } from './projector.js';

/** Tells how the projector stands, and does what a server has ordered; the order lies there until it is done. */
export class JobWorker {
  private isRunning = false;

  constructor(
    private readonly projector: Projector,
    private readonly queue: JobQueue,
    private readonly over: AbortSignal,
  ) {}

  async poll(): Promise<void> {
    await this.queue.publishStatus(await this.projector.status());
    if (this.isRunning) return;
    const order = await this.queue.nextJob();
    if (!order) return;
    this.isRunning = true;
    // What cannot be told now is found again at a later look, and done again: both works are repeatable.
    void this.run(order)
      .catch(() => undefined)
      .finally(() => (this.isRunning = false));
  }

  private async run(kind: JobKind): Promise<void> {
    if (kind === 'rebuild') await this.projector.startRebuild();
    else await this.projector.startVerify();
    await this.projector.idle();
    if (this.over.aborted) return; // broken off: the next projector does it
    await this.queue.publishStatus(await this.projector.status());
    await this.queue.completeJob();
  }
}
