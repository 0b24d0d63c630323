import type { Position } from '@guildhall/event-store/port.js';
import type { ChangesDocument } from './document.js';
import type { AppliedPage } from '../../runner/runner.js';

const maxEvents = 1_000; // of about 500 bytes each
const maxChanges = 10_000;

/** The changes of the last pages of a runner in this process: who follows closely need not read them from the store. */
export class NewestChanges {
  private kept: ChangesDocument[] = [];
  private changes = 0;
  /** They are complete after the first of these positions, up to the second. */
  private after: Position | null = null;
  private upTo: Position | null = null;

  /** Called after each page. One without events: the runner begins at its store's checkpoint. */
  add({ checkpoint, events, writes }: AppliedPage): void {
    if (events === 0) {
      this.after = checkpoint;
      this.kept = [];
      this.changes = 0;
    }
    this.upTo = checkpoint;
    for (const { collection, document } of writes) {
      if (collection !== 'changes' || !document) continue;
      this.kept.push(document as ChangesDocument);
      this.changes += (document as ChangesDocument).rows.length;
    }
    if (this.kept.length > maxEvents || this.changes > maxChanges) this.dropHalf();
  }

  private dropHalf(): void {
    const dropped = this.kept.splice(0, Math.ceil(this.kept.length / 2));
    for (const { rows } of dropped) this.changes -= rows.length;
    this.after = dropped.at(-1)?.id ?? this.after;
  }

  /** As the store has them, see `changesBetween`; null where it must be asked. */
  between(after: Position, upTo: Position, limit: number): ChangesDocument[] | null {
    if (this.after === null || after < this.after || this.upTo === null || upTo > this.upTo) return null;
    const first = this.kept.findLastIndex(({ id }) => id <= after) + 1;
    const end = this.kept.findLastIndex(({ id }) => id <= upTo) + 1;
    return this.kept.slice(first, Math.min(end, first + limit));
  }
}
