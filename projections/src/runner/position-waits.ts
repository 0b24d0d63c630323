import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';

const minPollDelayMs = 1;
const maxPollDelayMs = 25;
const delayPart = 1 / 5;
const laggingWaitMs = 50;

/**
 * Polls the checkpoint unless the runner reports positions. Polls every millisecond at first, and then less often so
 * that a slow store is not slowed down further. After a timeout, later waits last at most 50 ms until the projector has
 * caught up.
 */
export class PositionWaits {
  private checkpoint: Position = beginning;
  private laggingPosition: Position | null = null;
  private readonly pendingWaits = new Map<(isReached: boolean) => void, { position: Position; startedAt: number }>();
  private isPolling = false;

  constructor(private readonly fetchPosition?: () => Promise<Position>) {}

  onPosition(checkpoint: Position): void {
    this.checkpoint = checkpoint;
    if (this.laggingPosition !== null && checkpoint >= this.laggingPosition) this.laggingPosition = null;
    for (const [end, { position }] of this.pendingWaits) if (checkpoint >= position) end(true);
  }

  /** A timeout of Infinity waits forever. Never rejects. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.checkpoint >= position) return Promise.resolve(true);
    const lags = this.laggingPosition !== null && position >= this.laggingPosition && timeoutMs !== Infinity;
    return new Promise((resolve) =>
      this.startWait(position, lags ? Math.min(timeoutMs, laggingWaitMs) : timeoutMs, resolve),
    );
  }

  close(): void {
    for (const end of this.pendingWaits.keys()) end(false);
  }

  private startWait(position: Position, timeoutMs: number, resolve: (isReached: boolean) => void): void {
    const end = (isReached: boolean) => {
      clearTimeout(timer);
      this.pendingWaits.delete(end);
      resolve(isReached);
    };
    const onTimeout = () => {
      this.laggingPosition ??= position;
      end(false);
    };
    const timer = timeoutMs === Infinity ? undefined : setTimeout(onTimeout, timeoutMs);
    this.pendingWaits.set(end, { position, startedAt: performance.now() });
    if (this.fetchPosition && !this.isPolling) void this.poll();
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.pendingWaits.size > 0) {
      const fetchedAt = performance.now();
      await this.fetchOnce();
      const [oldest] = this.pendingWaits.values();
      if (!oldest) break;
      const now = performance.now();
      const delayMs = Math.min(maxPollDelayMs, Math.max(minPollDelayMs, (now - oldest.startedAt) * delayPart));
      await sleep(Math.max(delayMs, now - fetchedAt));
    }
    this.isPolling = false;
  }

  private async fetchOnce(): Promise<void> {
    const checkpoint = await this.fetchPosition?.().catch(() => null);
    if (checkpoint) this.onPosition(checkpoint);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
