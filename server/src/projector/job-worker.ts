import type { OrderKind, ProjectorDesk } from './job-queue.js';
import type { Projector } from './projector.js';

/** Tells how the projector stands, and does what a server has ordered; the order lies there until it is done. */
export class OrderTaker {
  private underWay = false;

  constructor(
    private readonly projector: Projector,
    private readonly desk: ProjectorDesk,
    private readonly over: AbortSignal,
  ) {}

  async look(): Promise<void> {
    await this.desk.tell(await this.projector.status());
    if (this.underWay) return;
    const order = await this.desk.nextOrder();
    if (!order) return;
    this.underWay = true;
    // What cannot be told now is found again at a later look, and done again: both works are repeatable.
    void this.carryOut(order)
      .catch(() => undefined)
      .finally(() => (this.underWay = false));
  }

  private async carryOut(order: OrderKind): Promise<void> {
    if (order === 'rebuild') await this.projector.startRebuild();
    else await this.projector.startVerify();
    await this.projector.idle();
    if (this.over.aborted) return; // broken off: the next projector does it
    await this.desk.tell(await this.projector.status());
    await this.desk.orderDone();
  }
}
