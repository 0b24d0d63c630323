import type { Position } from '@guildhall/event-store/port.js';
import { approximateBytes } from './document-size.js';
import type { DocumentId, ViewDocument, ViewWrite } from './view-store.js';

interface Changed {
  document: ViewDocument;
  bytes: number;
}

/**
 * One collection within a fold: what the page changed and read, and behind it what the last pages left. Those are
 * forgotten half by half, which costs much less than to know which document was used last.
 */
export class CollectionFold {
  /** What the page's documents come to, roughly. */
  pageBytes = 0;
  private readonly changed = new Map<DocumentId, Changed>();
  private readonly read = new Map<DocumentId, ViewDocument | null>();
  private recent = new Map<DocumentId, ViewDocument>();
  private older = new Map<DocumentId, ViewDocument>();
  private recentBytes = 0;

  /**
   * `cacheBytes`: of documents remembered from page to page, twice as much at most. `keptFrom`: of a pruned collection;
   * documents of earlier events would be pruned at once and are not written.
   */
  constructor(
    private readonly cacheBytes: number,
    private readonly keptFrom: Position | null,
  ) {}

  /** The document as the page so far leaves it, null when there is none; undefined when only the store can tell. */
  known(id: DocumentId): ViewDocument | null | undefined {
    const changed = this.changed.get(id);
    if (changed) return changed.document;
    const read = this.read.get(id);
    return read === undefined ? (this.recent.get(id) ?? this.older.get(id)) : read;
  }

  /** Holds what the store said of a document, until the page is written. */
  hold(id: DocumentId, document: ViewDocument | null): void {
    this.read.set(id, document);
    this.pageBytes += approximateBytes(document);
  }

  /** Whether a document of an event would be pruned at once. */
  isPruned(position: Position): boolean {
    return this.keptFrom !== null && position < this.keptFrom;
  }

  change(document: ViewDocument): void {
    if (this.isPruned(document.pos)) return;
    const bytes = approximateBytes(document);
    const before = this.changed.get(document.id);
    this.pageBytes += bytes - (before?.bytes ?? 0);
    if (!before) this.changed.set(document.id, { document, bytes });
    else {
      before.document = document;
      before.bytes = bytes;
    }
  }

  /** Each changed document once, in its last state. */
  writes(collection: string): ViewWrite[] {
    const writes: ViewWrite[] = [];
    for (const { document } of this.changed.values()) {
      writes.push({ collection, id: document.id, pos: document.pos, document });
    }
    return writes;
  }

  /** The store holds the page now. */
  pageWritten(): void {
    const isEverRead = this.keptFrom === null;
    if (isEverRead) this.remember();
    this.read.clear();
    this.changed.clear();
    this.pageBytes = 0;
  }

  private remember(): void {
    for (const [id, document] of this.read) if (document) this.recent.set(id, document);
    for (const [id, { document }] of this.changed) this.recent.set(id, document);
    this.recentBytes += this.pageBytes;
    if (this.recentBytes < this.cacheBytes) return;
    this.older = this.recent;
    this.recent = new Map();
    this.recentBytes = 0;
  }
}
