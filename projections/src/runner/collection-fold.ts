import type { Position } from '@guildhall/event-store/port.js';
import { approximateBytes } from './document-size.js';
import { sameJson } from './same-json.js';
import type { DocumentId, ViewDocument, ViewWrite } from '../view-store.js';
import type { WrittenIds } from './written-ids.js';

/** All that is known of a document, so that it is looked up once. */
interface Entry {
  /** As the page left it; null when there is none, undefined when that is not known. */
  document: ViewDocument | null | undefined;
  bytes: number;
  /** The page that read or changed it last. */
  page: number;
  isChanged: boolean;
  /** Of a changed one: what the store has, if it was read. */
  stored: ViewDocument | null | undefined;
}

/**
 * One collection within a fold: the documents that were read or changed by this page, and as many of the last pages as
 * memory allows. They are evicted half by half, which costs much less than tracking which one was used last.
 */
export class CollectionFold {
  /** Those that the page changed. */
  private changed: Entry[] = [];
  private recent = new Map<DocumentId, Entry>();
  private older = new Map<DocumentId, Entry>();
  private recentBytes = 0;
  private page = 0;

  /**
   * `cacheBytes`: of documents cached from page to page, twice as much at most. `keptFrom`: null unless the collection
   * is pruned; documents of earlier events would be pruned immediately and are not written. `size`: of the page's
   * documents, approximately, in all collections that share it. `written`: the ids of all that the store has; null where
   * they are not known.
   */
  constructor(
    private readonly cacheBytes: number,
    private keptFrom: Position | null,
    private readonly size = { bytes: 0 },
    private readonly written: WrittenIds | null = null,
  ) {}

  /**
   * The document in the page's current state, null when there is none; undefined when it must be read from the store.
   */
  known(id: DocumentId): ViewDocument | null | undefined {
    const entry = this.recent.get(id) ?? this.older.get(id);
    return entry ? entry.document : this.unread(id);
  }

  /** Of a document that is not in memory: null when the store has none for sure. */
  private unread(id: DocumentId): null | undefined {
    return this.written?.mayHave(id) === false ? null : undefined;
  }

  /** Caches the store's document, at least until the page is written. */
  remember(id: DocumentId, document: ViewDocument | null): void {
    const entry = this.enter(id);
    entry.document = document;
    this.resize(entry, document);
  }

  retainSince(position: Position): void {
    if (this.keptFrom !== null) this.keptFrom = position;
  }

  /** Whether an event's changes here would be pruned immediately. */
  isPruned(position: Position): boolean {
    return this.keptFrom !== null && position < this.keptFrom;
  }

  /** Nothing changes where the document is the same but for its position: a view may return what it has read. */
  change(document: ViewDocument): void {
    if (this.isPruned(document.pos)) return;
    const entry = this.enter(document.id);
    if (entry.document && sameJson(entry.document, document, 'pos')) return;
    if (!entry.isChanged) {
      entry.isChanged = true;
      entry.stored = entry.document;
      if (!entry.stored) this.written?.add(document.id);
      this.changed.push(entry);
    }
    entry.document = document;
    this.resize(entry, document);
  }

  /** Each changed document once, in its last state. */
  writes(collection: string): ViewWrite[] {
    const writes: ViewWrite[] = [];
    for (const { document, stored } of this.changed) {
      if (document) writes.push({ collection, id: document.id, pos: document.pos, document, stored });
    }
    return writes;
  }

  /** The store has the page now. */
  pageWritten(): void {
    for (const entry of this.changed) {
      entry.isChanged = false;
      entry.stored = undefined;
    }
    this.changed = [];
    this.page++;
    const isEverRead = this.keptFrom === null;
    if (isEverRead && this.recentBytes < this.cacheBytes) return;
    if (isEverRead) this.older = this.recent;
    this.recent = new Map();
    this.recentBytes = 0;
  }

  /** The document's entry, among the recent ones. */
  private enter(id: DocumentId): Entry {
    let entry = this.recent.get(id);
    if (entry) return entry;
    entry = this.older.get(id);
    entry ??= { document: this.unread(id), bytes: 0, page: this.page, isChanged: false, stored: undefined };
    this.recent.set(id, entry);
    this.recentBytes += entry.bytes;
    return entry;
  }

  private resize(entry: Entry, document: ViewDocument | null): void {
    const bytes = approximateBytes(document);
    this.size.bytes += entry.page === this.page ? bytes - entry.bytes : bytes;
    this.recentBytes += bytes - entry.bytes;
    entry.bytes = bytes;
    entry.page = this.page;
  }
}
