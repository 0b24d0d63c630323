import { setTimeout as sleep } from 'node:timers/promises';
import { beginning, type Position } from '@guildhall/event-store/port.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';
import { groupChangesByTopic, readChangePage, type Page } from './change-page.js';
import { retryUntilClosed, type LiveContext } from './live-context.js';
import { Ring, type RingChange } from './ring.js';
import type { StalePages } from './stale-pages.js';
import { broadcastTopic } from './broadcast-topic.js';
import type { TopicRows } from './rows/topic-rows.js';

const maxWakePositions = 1_000;
const maxPauseMs = 50;

/**
 * Each pass waits for the views, reads the changes, loads the rows that have listeners, and broadcasts them in order. A
 * failed pass is retried from the same position so that nothing is skipped.
 */
export class FanOut {
  last: Position = beginning;
  ring: Ring | null = null;
  readonly ready: Promise<void>;
  private isReady: () => void = () => undefined;
  private readonly wakePositions: Position[];
  private seenPosition: Position;
  private readonly logWatermark = new PositionWaits();
  private hasSwitched = false;
  /**
   * A broadcast to a thousand sockets takes 15 ms. The pause after it is equally long and leaves time for other work.
   */
  private pauseUntil = 0;
  private onAdvanced: (changes: readonly RingChange[]) => void = () => undefined;
  private wakeUp: () => void = () => undefined;
  private currentRun: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deps: LiveContext & { stale: StalePages; ringCapacity: number },
    seenPosition: Position,
  ) {
    this.seenPosition = seenPosition;
    this.logWatermark.onPosition(seenPosition);
    this.wakePositions = [seenPosition];
    this.ready = new Promise((resolve) => (this.isReady = resolve));
  }

  start(): void {
    const { signal } = this.deps;
    signal.addEventListener('abort', () => {
      this.logWatermark.close();
      this.wakeUp();
      this.isReady();
    });
    const runLoop = async () => {
      while (!signal.aborted) await retryUntilClosed(this.deps, () => this.run());
    };
    this.currentRun = runLoop();
  }

  async waitUntilEnded(): Promise<void> {
    await this.currentRun;
  }

  listenForAdvance(listener: (changes: readonly RingChange[]) => void): void {
    this.onAdvanced = listener;
  }

  follow(position: Position): void {
    this.seenPosition = position;
    this.logWatermark.onPosition(position);
    if (this.wakePositions.length >= maxWakePositions) this.wakePositions.pop();
    this.wakePositions.push(position);
    if (this.wakePositions.length === 1) this.wakeUp();
  }

  restartOnSwitch(): void {
    this.hasSwitched = true;
    this.wakeUp();
  }

  /** Waits for the policy so that a post written after its place was hidden is not checked against the old rules. */
  async load(topicRows: TopicRows, changes: readonly RingChange[]): Promise<void> {
    await topicRows.load(changes);
    if (!this.deps.signal.aborted) await this.logWatermark.waitFor(topicRows.newest, Infinity);
  }

  private async run(): Promise<void> {
    if (!this.ring || this.hasSwitched) await this.begin();
    if (this.hasSwitched || this.deps.signal.aborted) return;
    const [next] = this.wakePositions;
    await this.sleepUntil(next);
    if (next === undefined || this.hasSwitched || this.deps.signal.aborted) return;
    const pauseMs = this.pauseUntil - performance.now();
    if (pauseMs > 1) await sleep(pauseMs);
    await this.runPass();
  }

  private sleepUntil(position: Position | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.wakeUp = resolve;
      if (position === undefined) return;
      void this.deps.services.views.waitFor(position, Infinity).then(() => setImmediate(resolve));
    });
  }

  private async begin(): Promise<void> {
    const isRestart = this.ring !== null;
    this.hasSwitched = false;
    const { store } = this.deps.services.views;
    try {
      const checkpoint = await store.readCheckpoint();
      const upTo = isRestart ? this.last : getEarlierPosition(checkpoint, this.seenPosition);
      this.ring = await Ring.fill(store, upTo, this.deps.ringCapacity);
      this.last = upTo;
      if (isRestart) this.deps.stale.resyncAll(checkpoint);
    } catch (error) {
      this.hasSwitched = isRestart;
      throw error;
    }
    this.dropOldWakes();
    this.isReady();
    this.onAdvanced([]);
  }

  private async runPass(): Promise<void> {
    const { services, audience, newRows, signal } = this.deps;
    if (signal.aborted) return;
    const { store, checkpointRead } = services.views;
    // If the projector is a separate process, waiting for the views has just read the checkpoint.
    const checkpoint = checkpointRead > this.last ? checkpointRead : await store.readCheckpoint();
    const upTo = getEarlierPosition(checkpoint, this.seenPosition);
    // After a switch to a new generation, its store can be behind the position that this pass waited for.
    if (upTo <= this.last) return void (await sleep(25));
    const page = await readChangePage(services.views, this.last, upTo);
    const topicRows = newRows();
    for (;;) {
      const missingChanges = topicRows.listMissing(page.changes.filter(({ topic }) => audience.has(topic)));
      if (missingChanges.length === 0) break;
      await this.load(topicRows, missingChanges);
    }
    if (!signal.aborted && !this.hasSwitched) this.broadcast(page, topicRows);
  }

  private broadcast({ changes, upTo }: Page, topicRows: TopicRows): void {
    const { audience, stale } = this.deps;
    stale.advance(upTo);
    const startedAt = performance.now();
    for (const [topic, own] of groupChangesByTopic(changes)) {
      if (audience.has(topic)) broadcastTopic(this.deps, topic, own, topicRows, upTo);
    }
    const endedAt = performance.now();
    this.pauseUntil = endedAt + Math.min(maxPauseMs, endedAt - startedAt);
    this.ring?.append(changes);
    this.last = upTo;
    this.dropOldWakes();
    this.onAdvanced(changes);
  }

  private dropOldWakes(): void {
    const firstPending = this.wakePositions.findIndex((position) => position > this.last);
    this.wakePositions.splice(0, firstPending < 0 ? this.wakePositions.length : firstPending);
  }
}

const getEarlierPosition = (a: Position, b: Position): Position => (a < b ? a : b);
