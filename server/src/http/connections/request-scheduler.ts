const maxPhaseMs = 25;

/** Yields to the event loop between requests. Requests that start in the same phase share their commits. */
export class RequestScheduler {
  private readonly waitingRequests = new Set<() => void>();
  private phaseBegan: number | null = null;

  add(start: () => void): void {
    if (this.waitingRequests.size === 0 && this.hasTime()) return start();
    this.waitingRequests.add(start);
    setImmediate(() => this.startNext());
  }

  private hasTime(): boolean {
    if (this.phaseBegan === null) {
      this.phaseBegan = performance.now();
      setImmediate(() => (this.phaseBegan = null));
    }
    return performance.now() - this.phaseBegan < maxPhaseMs;
  }

  /** Schedules one immediate per request so that the previous request's continuations run first. */
  private startNext(): void {
    const [start] = this.waitingRequests;
    if (!start) return;
    if (!this.hasTime()) return void setImmediate(() => this.startNext());
    this.waitingRequests.delete(start);
    start();
  }
}
