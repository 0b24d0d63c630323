/** Limit for each of the two phases of the event loop that start requests: sockets and immediates. */
const maxPhaseMs = 25;

/**
 * Starts requests in the order of their arrival and yields to the event loop between them. Requests started in one
 * phase share their commits.
 */
export class RequestScheduler {
  private readonly waiting = new Set<() => void>();
  private phaseBegan: number | null = null;

  add(start: () => void): void {
    if (this.waiting.size === 0 && this.hasTime()) return start();
    this.waiting.add(start);
    setImmediate(() => this.startNext());
  }

  /** Counts everything that runs between requests too. */
  private hasTime(): boolean {
    if (this.phaseBegan === null) {
      this.phaseBegan = performance.now();
      setImmediate(() => (this.phaseBegan = null));
    }
    return performance.now() - this.phaseBegan < maxPhaseMs;
  }

  /** Each request has its own immediate, so that continuations of the one before it run first. */
  private startNext(): void {
    const [start] = this.waiting;
    if (!start) return;
    if (!this.hasTime()) return void setImmediate(() => this.startNext());
    this.waiting.delete(start);
    start();
  }
}
