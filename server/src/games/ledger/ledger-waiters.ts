interface Waiter {
  serverId: number;
  end: (isChanged: boolean) => void;
}

/** When a program reconnects, its former call may still be waiting. The call after next ends it. */
const maxWaitersPerServer = 2;

/** Calls that wait for a ledger's next entry. */
export class LedgerWaiters {
  private readonly waiters = new Set<Waiter>();
  private readonly changes = new Map<number, number>();
  private sharedChanges = 0;
  private isClosed = false;

  /** Call this before reading, and pass the result to `wait`, so that a change in between ends the wait. */
  mark(serverId: number): number {
    return this.sharedChanges + (this.changes.get(serverId) ?? 0);
  }

  /** Returns whether a change ended the wait, so that the caller reads again. */
  async wait(serverId: number, mark: number, maxMs: number): Promise<boolean> {
    if (this.isClosed || maxMs <= 0) return false;
    if (this.mark(serverId) !== mark) return true;
    const own = [...this.waiters].filter((waiter) => waiter.serverId === serverId);
    if (own.length >= maxWaitersPerServer) own[0]?.end(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.end(false), maxMs);
      const waiter: Waiter = {
        serverId,
        end: (isChanged) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(isChanged);
        },
      };
      this.waiters.add(waiter);
    });
  }

  wake(serverId: number): void {
    this.changes.set(serverId, (this.changes.get(serverId) ?? 0) + 1);
    for (const waiter of this.waiters) if (waiter.serverId === serverId) waiter.end(true);
  }

  /** Ends all waits, for example because a key may have been revoked. */
  wakeAll(): void {
    this.sharedChanges++;
    for (const waiter of this.waiters) waiter.end(true);
  }

  close(): void {
    this.isClosed = true;
    for (const waiter of this.waiters) waiter.end(false);
  }
}
