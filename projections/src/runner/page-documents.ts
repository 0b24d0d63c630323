import { LRUCache } from 'lru-cache';
import { isSameJson } from '@guildhall/domain/same-json.js';
import type { Position } from '@guildhall/event-store/port.js';
import { estimateBytes } from './document-size.js';
import type { CollectionShape, DocumentId, ViewDocument, ViewWrite } from '../view-store.js';

interface Entry {
  document: ViewDocument | null;
  bytes: number;
  isChanged: boolean;
  storedDocument: ViewDocument | null;
}

const overheadBytes = 100;

/** Caches the documents of the current page, and the most recently used ones of earlier pages. */
export class PageDocuments {
  private readonly page = new Map<string, Map<DocumentId, Entry>>();
  private readonly earlierPages: LRUCache<string, ViewDocument>;
  pageBytes = 0;

  constructor(
    private readonly shapes: ReadonlyMap<string, CollectionShape>,
    maxCachedBytes: number,
    private readonly prunedTo: Position,
  ) {
    this.earlierPages = new LRUCache({ maxSize: maxCachedBytes });
    for (const collection of shapes.keys()) this.page.set(collection, new Map());
  }

  requireDeclared(collection: string): Map<DocumentId, Entry> {
    const documents = this.page.get(collection);
    if (!documents) throw new Error(`No view declares the collection ${collection}`);
    return documents;
  }

  /** Returns null if there is no such document, or undefined if only the store knows whether there is. */
  find(collection: string, id: DocumentId): ViewDocument | null | undefined {
    const entry = this.requireDeclared(collection).get(id);
    return entry ? entry.document : this.earlierPages.get(buildKey(collection, id));
  }

  addStored(collection: string, id: DocumentId, document: ViewDocument | null): void {
    this.set(this.requireDeclared(collection), id, { document, bytes: 0, isChanged: false, storedDocument: null });
  }

  /** Ignores a document that differs only in its position, since a view may return a document unchanged. */
  change(collection: string, document: ViewDocument): void {
    const { id, pos } = document;
    if (this.shapes.get(collection)?.pruned && pos < this.prunedTo) return;
    const previousDocument = this.find(collection, id);
    if (previousDocument && isSameJson(previousDocument, document, 'pos')) return;
    const documents = this.requireDeclared(collection);
    const entry = documents.get(id);
    const storedDocument = entry?.isChanged ? entry.storedDocument : (previousDocument ?? null);
    this.set(documents, id, { document, bytes: 0, isChanged: true, storedDocument });
  }

  private set(documents: Map<DocumentId, Entry>, id: DocumentId, entry: Entry): void {
    entry.bytes = estimateBytes(entry.document) + overheadBytes;
    this.pageBytes += entry.bytes - (documents.get(id)?.bytes ?? 0);
    documents.set(id, entry);
  }

  listWrites(): ViewWrite[] {
    const writes: ViewWrite[] = [];
    for (const [collection, documents] of this.page) {
      for (const [id, { document, isChanged, storedDocument }] of documents) {
        if (isChanged && document) writes.push({ collection, id, pos: document.pos, document, stored: storedDocument });
      }
    }
    return writes;
  }

  /** New documents are not cached because most of them are never used again. */
  markPageWritten(): void {
    for (const [collection, documents] of this.page) {
      for (const [id, { document, bytes: size, isChanged, storedDocument }] of documents) {
        const isNew = isChanged && !storedDocument;
        if (document && !isNew) this.earlierPages.set(buildKey(collection, id), document, { size });
      }
      documents.clear();
    }
    this.pageBytes = 0;
  }
}

const buildKey = (collection: string, id: DocumentId): string => `${collection}/${id}`;
