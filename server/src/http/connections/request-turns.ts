/** For which each phase of the event loop, that of sockets and that of immediates, may begin requests. */
const maxTurnMs = 25;

/**
 * Begins requests in the order of their arrival, and lets the event loop go round between them: hundreds that arrive at
 * once would otherwise all be begun before anything else runs. Those of one phase share their commits.
 */
export class RequestTurns {
  private readonly waiting = new Set<() => void>();
  private turnBegan: number | null = null;

  /** `begin` must not throw. */
  add(begin: () => void): void {
    if (this.waiting.size === 0 && this.hasTime()) return begin();
    this.waiting.add(begin);
    setImmediate(() => this.beginNext());
  }

  /** The time counts from the first request of this phase, with all that runs between them. */
  private hasTime(): boolean {
    if (this.turnBegan === null) {
      this.turnBegan = performance.now();
      setImmediate(() => (this.turnBegan = null));
    }
    return performance.now() - this.turnBegan < maxTurnMs;
  }

  /** Each has an immediate of its own: what the one before it awaits goes on first. */
  private beginNext(): void {
    const [begin] = this.waiting;
    if (!begin) return;
    if (!this.hasTime()) return void setImmediate(() => this.beginNext());
    this.waiting.delete(begin);
    begin();
  }
}
