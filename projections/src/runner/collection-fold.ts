import type { Position } from '@guildhall/event-store/port.js';
import { approximateBytes } from './document-size.js';
import type { DocumentId, ViewDocument, ViewWrite } from '../view-store.js';

/**
 * One collection within a fold: the documents that were read or changed by this page, and as many of the last pages as
 * memory allows. They are evicted half by half, which costs much less than tracking which one was used last.
 */
export class CollectionFold {
  /** The approximate size of the page's documents. */
  pageBytes = 0;
  /** Those that the page changed: their bytes, and what the store has, if it was read. */
  private readonly changed = new Map<DocumentId, { bytes: number; stored: ViewDocument | null | undefined }>();
  private recent = new Map<DocumentId, ViewDocument | null>();
  private older = new Map<DocumentId, ViewDocument | null>();
  private recentBytes = 0;

  /**
   * `cacheBytes`: of documents cached from page to page, twice as much at most. `keptFrom`: null unless the collection
   * is pruned; documents of earlier events would be pruned immediately and are not written.
   */
  constructor(
    private readonly cacheBytes: number,
    private keptFrom: Position | null,
  ) {}

  /**
   * The document in the page's current state, null when there is none; undefined when it must be read from the store.
   */
  known(id: DocumentId): ViewDocument | null | undefined {
    const recent = this.recent.get(id);
    return recent === undefined ? this.older.get(id) : recent;
  }

  /** Caches the store's document, at least until the page is written. */
  remember(id: DocumentId, document: ViewDocument | null): void {
    this.recent.set(id, document);
    this.pageBytes += approximateBytes(document);
  }

  retainSince(position: Position): void {
    if (this.keptFrom !== null) this.keptFrom = position;
  }

  /** Whether an event's changes here would be pruned immediately. */
  isPruned(position: Position): boolean {
    return this.keptFrom !== null && position < this.keptFrom;
  }

  change(document: ViewDocument): void {
    if (this.isPruned(document.pos)) return;
    const bytes = approximateBytes(document);
    const before = this.changed.get(document.id);
    this.pageBytes += bytes - (before?.bytes ?? 0);
    this.changed.set(document.id, { bytes, stored: before ? before.stored : this.known(document.id) });
    this.recent.set(document.id, document);
  }

  /** Each changed document once, in its last state. */
  writes(collection: string): ViewWrite[] {
    const writes: ViewWrite[] = [];
    for (const [id, { stored }] of this.changed) {
      const document = this.recent.get(id);
      if (document) writes.push({ collection, id, pos: document.pos, document, stored });
    }
    return writes;
  }

  /** The store has the page now. */
  pageWritten(): void {
    this.recentBytes += this.pageBytes;
    this.pageBytes = 0;
    this.changed.clear();
    const isEverRead = this.keptFrom === null;
    if (isEverRead && this.recentBytes < this.cacheBytes) return;
    if (isEverRead) this.older = this.recent;
    this.recent = new Map();
    this.recentBytes = 0;
  }
}
