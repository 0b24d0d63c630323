import type { Position } from '@guildhall/event-store/port.js';
import { CollectionFold } from './collection-fold.js';
import { FoldMemory } from './fold-memory.js';
import type { CollectionShape, ViewWrite } from '../view-store.js';
import { WrittenIds } from './written-ids.js';

export interface MemoryLimits {
  /** Of new documents, from page to page; they stay for two turns, so up to twice as many and two pages are in memory. */
  newBytes: number;
  /** Of documents that are used again, from page to page: a page adds what it uses. */
  keptBytes: number;
}

export interface FoldedCollectionsOptions {
  limits: MemoryLimits;
  prunedTo: Position;
  /** The store is empty: what was never written is not asked for. */
  remembersIds: boolean;
}

/** All collections of a fold, and what they have in memory together. */
export class FoldedCollections {
  readonly memory = new FoldMemory();
  private readonly byName: ReadonlyMap<string, CollectionFold>;
  private readonly limits: MemoryLimits;

  constructor(
    shapes: ReadonlyMap<string, CollectionShape>,
    { limits, prunedTo, remembersIds }: FoldedCollectionsOptions,
  ) {
    this.limits = limits;
    const written = remembersIds ? WrittenIds.ofCollections(shapes.keys()) : null;
    const foldOf = (name: string, { pruned }: CollectionShape) =>
      new CollectionFold(this.memory, pruned ? prunedTo : null, written?.get(name));
    this.byName = new Map([...shapes].map(([name, shape]) => [name, foldOf(name, shape)]));
  }

  /** @throws Error for one that no view declares */
  of(name: string): CollectionFold {
    const collection = this.byName.get(name);
    if (!collection) throw new Error(`No view declares the collection ${name}`);
    return collection;
  }

  retainSince(position: Position): void {
    for (const collection of this.byName.values()) collection.retainSince(position);
  }

  writes(): ViewWrite[] {
    return [...this.byName].flatMap(([name, collection]) => collection.writes(name));
  }

  /** The store has the page now, or will have it before it has the next one. */
  pageWritten(): void {
    const { memory, limits } = this;
    for (const collection of this.byName.values()) collection.pageWritten();
    const mustEvict = memory.keptBytes > limits.keptBytes;
    if (mustEvict || memory.newBytes >= limits.newBytes) {
      const keptSince = mustEvict ? this.firstKeptRound() : 0;
      for (const collection of this.byName.values()) collection.turn(keptSince);
      memory.newBytes = 0;
    }
    memory.pageBytes = 0;
    memory.round++;
  }

  /** Kept documents that were used since then take three quarters of what they may, or are of this round. */
  private firstKeptRound(): number {
    const bytesByRound = new Map<number, number>();
    for (const collection of this.byName.values()) collection.countKept(bytesByRound);
    let left = this.limits.keptBytes * 0.75;
    let first = this.memory.round;
    for (const [round, bytes] of [...bytesByRound].sort(([a], [b]) => b - a)) {
      left -= bytes;
      if (left < 0) break;
      first = round;
    }
    return first;
  }
}
