import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';

/** Between two reads of the checkpoint, in ms. The page of a command takes some; what takes longer is not worth more. */
const minAskMs = 4;
const maxAskMs = 25;
/** A part of the time that the longest wait has lasted is not noticed. */
const askedPart = 1 / 8;
/** Long enough to read the checkpoint once. */
const laggingMs = 50;

/**
 * Waits until the views have reached a position. In the projector's process the runner reports it (`reached`); in any
 * other the checkpoint is read every 4 ms at first, less often the longer the longest wait has lasted, every 25 ms after
 * 200 ms, and never without a wait; where the read itself takes longer, after a pause as long as it.
 *
 * Once a wait has timed out, the projector is known to lag: until it has caught up with that position, waits for it or
 * a later one last 50 ms at most.
 */
export class PositionWaits {
  private checkpoint: Position = beginning;
  private laggingPosition: Position | null = null;
  /** The oldest first. */
  private readonly waiting = new Map<(reached: boolean) => void, { position: Position; began: number }>();
  private isPolling = false;

  /** `fetchPosition`: the checkpoint in the readers' store; omitted where the runner reports it. */
  constructor(private readonly fetchPosition?: () => Promise<Position>) {}

  /** The views have reached this position, as far as this process knows. */
  reached(checkpoint: Position): void {
    this.checkpoint = checkpoint;
    if (this.laggingPosition !== null && checkpoint >= this.laggingPosition) this.laggingPosition = null;
    for (const [end, { position }] of this.waiting) if (checkpoint >= position) end(true);
  }

  /** Whether the views reached the position within the time. Infinity waits forever. Never rejects. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.checkpoint >= position) return Promise.resolve(true);
    const lags = this.laggingPosition !== null && position >= this.laggingPosition && timeoutMs !== Infinity;
    return new Promise((resolve) => this.begin(position, lags ? Math.min(timeoutMs, laggingMs) : timeoutMs, resolve));
  }

  /** Ends every wait as not reached. */
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
    this.waiting.set(end, { position, began: performance.now() });
    void this.pollWhileWaiting();
  }

  private async pollWhileWaiting(): Promise<void> {
    if (!this.fetchPosition || this.isPolling) return;
    this.isPolling = true;
    while (this.waiting.size > 0) {
      const asked = performance.now();
      await this.fetchOnce();
      if (this.waiting.size === 0) break;
      const now = performance.now();
      const [oldest] = this.waiting.values();
      const askMs = Math.min(maxAskMs, Math.max(minAskMs, (now - (oldest?.began ?? now)) * askedPart));
      // A slow store is not asked all the time: that would make it slower still.
      await new Promise((resolve) => setTimeout(resolve, Math.max(askMs, now - asked)));
    }
    this.isPolling = false;
  }

  private async fetchOnce(): Promise<void> {
    const checkpoint = await this.fetchPosition?.().catch(() => null); // an unavailable store has reached nothing
    if (checkpoint) this.reached(checkpoint);
  }
}
