import type { Position } from '@guildhall/event-store/port.js';
import { LRUCache } from 'lru-cache';
import { approximateBytes } from './document-size.js';
import type { DocumentId, ViewDocument, ViewWrite } from './view-store.js';

export interface CacheLimits {
  documents: number;
  bytes: number;
}

interface Changed {
  document: ViewDocument;
  bytes: number;
}

/** One collection within a fold: the documents that the page changed, and behind them those that stand in the store. */
export class CollectionFold {
  /** What the changed documents come to, roughly. */
  pageBytes = 0;
  private readonly changed = new Map<DocumentId, Changed>();
  private readonly stored: LRUCache<DocumentId, ViewDocument>;

  /** `keptFrom`: of a pruned collection; documents of earlier events would be pruned at once and are not written. */
  constructor(
    limits: CacheLimits,
    private readonly keptFrom: Position | null,
  ) {
    this.stored = new LRUCache({ max: limits.documents, maxSize: limits.bytes });
  }

  /** The document as the page so far leaves it; null when only the store can tell. */
  known(id: DocumentId): ViewDocument | null {
    return this.changed.get(id)?.document ?? this.stored.get(id) ?? null;
  }

  /** Keeps a document as it stands in the store. */
  remember(document: ViewDocument, bytes = approximateBytes(document)): void {
    this.stored.set(document.id, document, { size: bytes });
  }

  change(document: ViewDocument): void {
    if (this.keptFrom !== null && document.pos < this.keptFrom) return;
    const bytes = approximateBytes(document);
    this.pageBytes += bytes - (this.changed.get(document.id)?.bytes ?? 0);
    this.changed.set(document.id, { document, bytes });
  }

  /** Each changed document once, in its last state. */
  writes(collection: string): ViewWrite[] {
    return [...this.changed.values()].map(({ document }) => ({
      collection,
      id: document.id,
      pos: document.pos,
      document,
    }));
  }

  /** The store holds the page now. */
  pageWritten(): void {
    const isEverRead = this.keptFrom === null;
    if (isEverRead) for (const { document, bytes } of this.changed.values()) this.remember(document, bytes);
    this.changed.clear();
    this.pageBytes = 0;
  }
}
