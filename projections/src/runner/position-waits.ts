import { beginning } from '@guildhall/event-store/port.js';
import type { Position } from '@guildhall/event-store/port.js';

/** Between two reads of the checkpoint, in ms: first, then, and in the end. */
const quickAskMs = 1;
const minAskMs = 4;
const maxAskMs = 25;
/** Of those since there was no wait. */
const quickAsks = 8;
/** A part of the time that the longest wait has lasted is not noticed. */
const askedPart = 1 / 8;
/** Of the time that a wait usually takes, before the first read. */
const firstAskPart = 3 / 4;
/** A longer wait is an exception. */
const maxUsualMs = 32;
/** The usual time follows shorter waits at once and longer ones slowly: asking too late delays a response. */
const longerPart = 1 / 4;
/** Long enough to read the checkpoint once. */
const laggingMs = 50;

/**
 * Waits until the views have reached a position. In the projector's process the runner reports it (`reached`); in any
 * other the checkpoint is read, and never without a wait: for an event that is new to this process first when it usually
 * is reached, as the runner learns of it at about the same time; for any other position at once, unless others wait already.
 * Then eight times every millisecond while the longest wait is for the newest position, and every 4 ms while it is not, as
 * each read then ends some of them; less often the longer the longest wait has lasted, every 25 ms after 200 ms; where the
 * read itself takes longer, after a pause as long as it.
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
  /** The newest position that was waited for. */
  private newest: Position = beginning;
  /** How long a wait for a new event lasts, when nothing waited before it. */
  private usualMs = 0;

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
    const isNew = position > this.newest;
    if (isNew) this.newest = position;
    if (this.fetchPosition && !this.isPolling) void this.pollWhileWaiting(isNew ? position : null);
  }

  /** `expected`: a new position, if that is what is waited for. */
  private async pollWhileWaiting(expected: Position | null): Promise<void> {
    this.isPolling = true;
    const began = performance.now();
    if (expected !== null && this.usualMs > 0) await pause(this.usualMs * firstAskPart);
    for (let asks = 1; this.waiting.size > 0; asks++) {
      const asked = performance.now();
      await this.fetchOnce();
      const now = performance.now();
      if (expected !== null && this.checkpoint >= expected) {
        this.ended(now - began);
        expected = null;
      }
      if (this.waiting.size === 0) break;
      // A slow store is not asked all the time: that would make it slower still.
      await pause(Math.max(this.askMs(asks, now), now - asked));
    }
    this.isPolling = false;
  }

  private ended(afterMs: number): void {
    const longer = Math.min(afterMs, maxUsualMs) - this.usualMs;
    this.usualMs += longer > 0 ? longer * longerPart : longer;
  }

  /** `asks`: how often the store was read since there was no wait. */
  private askMs(asks: number, now: number): number {
    const [oldest] = this.waiting.values();
    if (asks <= quickAsks && oldest?.position === this.newest) return quickAskMs;
    return Math.min(maxAskMs, Math.max(minAskMs, (now - (oldest?.began ?? now)) * askedPart));
  }

  private async fetchOnce(): Promise<void> {
    const checkpoint = await this.fetchPosition?.().catch(() => null); // an unavailable store has reached nothing
    if (checkpoint) this.reached(checkpoint);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
