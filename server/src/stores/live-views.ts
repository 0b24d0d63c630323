import { beginning, type Position } from '@guildhall/event-store/port.js';
import { PositionWaits } from '@guildhall/projections/runner/position-waits.js';
import type { AppliedPage } from '@guildhall/projections/runner/runner.js';
import type { ViewStore } from '@guildhall/projections/view-store.js';
import type { ChangesDocument } from '@guildhall/projections/views/changes/document.js';
import { NewestChanges } from '@guildhall/projections/views/changes/newest-changes.js';
import { findChangesBetween } from '@guildhall/projections/views/changes/queries.js';
import type { Views } from './views.js';

const closeOldAfterMs = 10_000;

export class LiveViews implements Views {
  private readonly listeners: (() => void)[] = [];
  private readonly closingStores = new Map<NodeJS.Timeout, ViewStore>();
  private readonly waits: PositionWaits;
  checkpointRead: Position = beginning;
  private readonly newestChanges = new NewestChanges();

  constructor(
    private current: ViewStore,
    hasLocalRunner: boolean,
  ) {
    this.waits = new PositionWaits(hasLocalRunner ? undefined : () => this.readCheckpoint());
  }

  get store(): ViewStore {
    return this.current;
  }

  applyPage(page: AppliedPage): void {
    this.newestChanges.add(page);
    this.waits.onPosition(page.checkpoint);
  }

  async findChangesBetween(after: Position, upTo: Position, limit: number): Promise<ChangesDocument[]> {
    return this.newestChanges.listBetween(after, upTo, limit) ?? findChangesBetween(this.current, after, upTo, limit);
  }

  waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waits.waitFor(position, timeoutMs);
  }

  onSwitch(listener: () => void): void {
    this.listeners.push(listener);
  }

  switchTo(store: ViewStore): void {
    const old = this.current;
    this.current = store;
    this.checkpointRead = beginning;
    const timer = setTimeout(() => {
      this.closingStores.delete(timer);
      // A damaged store cannot be closed cleanly.
      void old.close().catch(() => undefined);
    }, closeOldAfterMs);
    this.closingStores.set(timer, old);
    for (const listener of this.listeners) listener();
  }

  private async readCheckpoint(): Promise<Position> {
    const store = this.current;
    const checkpoint = await store.readCheckpoint();
    if (store === this.current) this.checkpointRead = checkpoint;
    return checkpoint;
  }

  async close(): Promise<void> {
    this.waits.close();
    for (const [timer, store] of this.closingStores) {
      clearTimeout(timer);
      await store.close();
    }
    await this.current.close();
  }
}
