import type { JobKind, JobQueue } from './job-queue.js';
import type { Projector } from './projector.js';

export class JobWorker {
  private isRunning = false;

  constructor(
    private readonly projector: Projector,
    private readonly queue: JobQueue,
    private readonly over: AbortSignal,
  ) {}

  async poll(): Promise<void> {
    await this.queue.publishStatus(await this.projector.getStatus());
    if (this.isRunning) return;
    const order = await this.queue.findNextJob();
    if (!order) return;
    this.isRunning = true;
    // Both kinds of job are idempotent. If the outcome cannot be published, a later poll runs the job again.
    void this.run(order)
      .catch(() => undefined)
      .finally(() => (this.isRunning = false));
  }

  private async run(kind: JobKind): Promise<void> {
    if (kind === 'rebuild') await this.projector.startRebuild();
    else await this.projector.startVerify();
    await this.projector.waitUntilIdle();
    // The job was interrupted, so the next projector will run it.
    if (this.over.aborted) return;
    await this.queue.publishStatus(await this.projector.getStatus());
    await this.queue.completeJob();
  }
}
