/** How long each of the two phases of the event loop that start requests, sockets and immediates, may do so. */
const maxPhaseMs = 25;

/**
 * Starts requests in the order of their arrival and yields to the event loop between them. Otherwise hundreds that arrive
 * at once would all start before anything else runs. Requests started in one phase share their commits.
 */
export class RequestScheduler {
  private readonly waiting = new Set<() => void>();
  private phaseBegan: number | null = null;

  /** `start` must not throw. */
  add(start: () => void): void {
    if (this.waiting.size === 0 && this.hasTime()) return start();
    this.waiting.add(start);
    setImmediate(() => this.startNext());
  }

  /** Counts from the first request of this phase and includes everything that runs between requests. */
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
