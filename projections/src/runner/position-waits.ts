import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';

const minPollDelayMs = 1;
const maxPollDelayMs = 25;
const delayPart = 1 / 5;
const laggingWaitMs = 50;

/**
 * Polls the checkpoint unless the runner reports positions: every millisecond at first, then less often, so as not to
 * slow down a slow store further. After a timeout, waits last at most 50 ms until the projector catches up.
 */
export class PositionWaits {
  private checkpoint: Position = beginning;
  private laggingPosition: Position | null = null;
  private readonly waiting = new Map<(reached: boolean) => void, { position: Position; startedAt: number }>();
  private isPolling = false;

  constructor(private readonly fetchPosition?: () => Promise<Position>) {}

  reached(checkpoint: Position): void {
    this.checkpoint = checkpoint;
    if (this.laggingPosition !== null && checkpoint >= this.laggingPosition) this.laggingPosition = null;
    for (const [end, { position }] of this.waiting) if (checkpoint >= position) end(true);
  }

  /** A timeout of Infinity waits forever. Never rejects. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.checkpoint >= position) return Promise.resolve(true);
    const lags = this.laggingPosition !== null && position >= this.laggingPosition && timeoutMs !== Infinity;
    return new Promise((resolve) =>
      this.begin(position, lags ? Math.min(timeoutMs, laggingWaitMs) : timeoutMs, resolve),
    );
  }

  close(): void {
    for (const end of this.waiting.keys()) end(false);
  }

  private begin(position: Position, timeoutMs: number, resolve: (reached: boolean) => void): void {
    const end = (reached: boolean) => {
      clearTimeout(timer);
      this.waiting.delete(end);
      resolve(reached);
    };
    const onTimeout = () => {
      this.laggingPosition ??= position;
      end(false);
    };
    const timer = timeoutMs === Infinity ? undefined : setTimeout(onTimeout, timeoutMs);
    this.waiting.set(end, { position, startedAt: performance.now() });
    if (this.fetchPosition && !this.isPolling) void this.poll();
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.waiting.size > 0) {
      const fetchedAt = performance.now();
      await this.fetchOnce();
      const [oldest] = this.waiting.values();
      if (!oldest) break;
      const now = performance.now();
      const delayMs = Math.min(maxPollDelayMs, Math.max(minPollDelayMs, (now - oldest.startedAt) * delayPart));
      await sleep(Math.max(delayMs, now - fetchedAt));
    }
    this.isPolling = false;
  }

  private async fetchOnce(): Promise<void> {
    const checkpoint = await this.fetchPosition?.().catch(() => null);
    if (checkpoint) this.reached(checkpoint);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
