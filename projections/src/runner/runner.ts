import { beginning, LogDamaged } from '@guildhall/event-store/port.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import { PageFold, liveLimits } from './page-fold.js';
import { addOrFail, readPoisonEvents, recordPoison } from './poison.js';
import type { PoisonEvent } from './poison.js';
import { WriteFaults } from './write-faults.js';
import type { View } from '../view.js';
import { StaleWriter, StoreDamaged } from '../view-store.js';
import type { ViewStore, ViewWrite } from '../view-store.js';

/**
 * `waiting` means that a dependency is unavailable, `stale` that another writer has taken over, and `failed` that the
 * log is damaged.
 */
export type RunnerState = 'following' | 'waiting' | 'paused' | 'stopped' | 'stale' | 'failed';

export interface AppliedPage {
  checkpoint: Position;
  events: number;
  writes: readonly ViewWrite[];
}

export interface RunnerOptions {
  log: Pick<EventLog, 'subscribeAll' | 'readHead'>;
  store: ViewStore;
  views: readonly View[];
  epoch: number;
  /** Called without events whenever the runner starts at its store's checkpoint. */
  onPage?: (page: AppliedPage) => void;
  onError?: (error: unknown) => void;
  pageEvents?: number;
}

export interface RunnerStatus {
  state: RunnerState;
  checkpoint: Position;
  head?: Position;
  behind: boolean;
  poison: readonly PoisonEvent[];
  error?: string;
}

/** After any failure, the runner restarts at the checkpoint. Only one runner at a time may write to a store. */
export class Runner {
  readonly ended: Promise<'stopped' | 'stale'>;
  private end: (reason: 'stopped' | 'stale') => void = () => undefined;
  private state: RunnerState = 'paused';
  store: ViewStore;
  private checkpoint = beginning;
  private poison: readonly PoisonEvent[] = [];
  private lastError: unknown;
  private readonly writeFaults = new WriteFaults();
  private stopController = new AbortController();
  private runPromise: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {
    this.store = options.store;
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  resume(store = this.store): void {
    if (this.state !== 'paused') return;
    this.store = store;
    this.stopController = new AbortController();
    this.state = 'following';
    this.runPromise = this.run(this.stopController.signal);
  }

  /** Stops between two pages. @returns the checkpoint @throws any store error; Error if it is not running */
  async pause(): Promise<Position> {
    if (this.state !== 'following' && this.state !== 'waiting') throw new Error(`The runner is ${this.state}`);
    this.state = 'paused';
    this.stopController.abort();
    await this.runPromise;
    try {
      await this.recoverStore();
      return this.checkpoint;
    } catch (error) {
      if (error instanceof StoreDamaged) return this.checkpoint; // No reader has seen anything later, and none will.
      this.resume();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    this.finish('stopped');
    await this.runPromise;
  }

  async getStatus(): Promise<RunnerStatus> {
    const head = await this.options.log.readHead().catch(() => undefined);
    const { state, checkpoint, poison } = this;
    return {
      state,
      checkpoint,
      poison,
      behind: head !== undefined && head > checkpoint,
      ...(head !== undefined && { head }),
      ...((state === 'waiting' || state === 'failed') && { error: String(this.lastError) }),
    };
  }

  private async run(signal: AbortSignal): Promise<void> {
    const retryDelays = new RetryDelays();
    while (!signal.aborted) {
      try {
        await this.follow(signal, retryDelays);
      } catch (error) {
        if (error instanceof StaleWriter) return this.finish('stale');
        this.lastError = error;
        if (error instanceof LogDamaged) this.state = 'failed';
        else if (this.state === 'following') this.state = 'waiting';
        this.options.onError?.(error);
        if (error instanceof LogDamaged) return;
        await retryDelays.wait(signal);
      }
    }
  }

  private async follow(signal: AbortSignal, retryDelays: RetryDelays): Promise<void> {
    await this.recoverStore();
    const fold = await PageFold.open(this.store, this.options.views, {
      ...liveLimits,
      pageEvents: this.options.pageEvents ?? liveLimits.pageEvents,
    });
    this.poison = await readPoisonEvents(this.store);
    if (this.state === 'waiting') this.state = 'following';
    this.options.onPage?.({ checkpoint: this.checkpoint, events: 0, writes: [] });
    for await (const batch of this.options.log.subscribeAll(this.checkpoint, signal)) {
      await this.applyBatch(fold, batch, signal);
      if (signal.aborted) return;
      retryDelays.reset();
    }
    if (!signal.aborted) throw new Error('The log ended the subscription');
  }

  private async recoverStore(): Promise<void> {
    await this.store.recover(this.options.epoch);
    this.checkpoint = await this.store.readCheckpoint();
  }

  private async applyBatch(fold: PageFold, batch: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    const skippedEvents: PoisonEvent[] = [];
    fold.announce(batch);
    let firstIndex = 0;
    for (const [i, event] of batch.entries()) {
      const poison = this.writeFaults.findFault(event) ?? (await addOrFail(fold, event));
      if (poison) {
        fold.advance(event);
        this.options.onError?.(poison);
        skippedEvents.push(poison.poison);
      }
      if (!fold.full && !this.writeFaults.needsOwnPage(event) && i < batch.length - 1) continue;
      if (skippedEvents.length > 0) this.poison = await recordPoison(this.store, skippedEvents.splice(0));
      await this.applyPage(fold, batch.slice(firstIndex, i + 1));
      firstIndex = i + 1;
      if (signal.aborted) return;
    }
  }

  private async applyPage(fold: PageFold, page: readonly StoredEvent[]): Promise<void> {
    try {
      const { last, writes } = await fold.apply(this.options.epoch);
      this.checkpoint = last.position;
      this.options.onPage?.({ checkpoint: last.position, events: page.length, writes });
    } catch (error) {
      this.writeFaults.recordFailure(page, error);
      throw error;
    }
  }

  private finish(reason: 'stopped' | 'stale'): void {
    if (this.state === 'stopped' || this.state === 'stale') return;
    this.state = reason;
    this.end(reason);
  }
}
