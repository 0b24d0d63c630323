/** For which one round of the event loop may begin requests. */
const maxTurnMs = 25;

/**
 * Begins requests in the order of their arrival, and lets the event loop go round between them: hundreds that arrive at
 * once would otherwise all be begun before anything else runs.
 */
export class RequestTurns {
  private readonly waiting = new Set<() => void>();
  private turnBegan: number | null = null;

  /** `begin` must not throw. */
  add(begin: () => void): void {
    if (this.waiting.size === 0 && this.hasTime()) return begin();
    this.waiting.add(begin);
    if (this.waiting.size === 1) setImmediate(() => this.beginOne());
  }

  /** The time counts from the first request of this round, with all that runs between them. */
  private hasTime(): boolean {
    if (this.turnBegan === null) {
      this.turnBegan = performance.now();
      setImmediate(() => (this.turnBegan = null));
    }
    return performance.now() - this.turnBegan < maxTurnMs;
  }

  /** One in a round: what it awaits goes on before the next. */
  private beginOne(): void {
    const [begin] = this.waiting;
    if (!begin) return;
    this.waiting.delete(begin);
    if (this.waiting.size > 0) setImmediate(() => this.beginOne());
    begin();
  }
}
