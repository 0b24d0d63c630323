import type { Position } from '@guildhall/event-store/port.js';
import { approximateBytes } from './document-size.js';
import { entryBytes, type FoldMemory } from './fold-memory.js';
import { sameJson } from './same-json.js';
import type { DocumentId, ViewDocument, ViewWrite } from '../view-store.js';
import type { WrittenIds } from './written-ids.js';

/** All that is known of a document, so that it is looked up once. */
interface Entry {
  /** As the page left it; null when there is none, undefined when that is not known. */
  document: ViewDocument | null | undefined;
  bytes: number;
  /** The pages in which it was entered, used last, and counted last towards the page's bytes. */
  entered: number;
  used: number;
  counted: number;
  isKept: boolean;
  isChanged: boolean;
  /** Of a changed one: what the store has, if it was read. */
  stored: ViewDocument | null | undefined;
}

/**
 * One collection within a fold: the documents of this page, and of earlier ones as many as memory allows. Most documents
 * are written once and not used again: a new one is evicted after two turns, one that is used again or was read stays
 * until others were used more recently.
 */
export class CollectionFold {
  private changed: Entry[] = [];
  private recent = new Map<DocumentId, Entry>();
  private older = new Map<DocumentId, Entry>();
  private readonly kept = new Map<DocumentId, Entry>();
  /** The id that was looked up last, and its entry: several views ask for the same document, and one changes it. */
  private lastId: DocumentId | undefined;
  private lastEntry: Entry | null | undefined;

  /**
   * `keptFrom`: null unless the collection is pruned; documents of earlier events would be pruned immediately and are
   * not written. `written`: the ids of all that the store has; null where they are not known.
   */
  constructor(
    private readonly memory: FoldMemory,
    private keptFrom: Position | null,
    private readonly written: WrittenIds | null = null,
  ) {}

  /**
   * The document in the page's current state, null when there is none; undefined when it must be read from the store.
   */
  known(id: DocumentId): ViewDocument | null | undefined {
    const entry = this.find(id);
    if (!entry) return entry;
    entry.used = this.memory.round;
    return entry.document;
  }

  /** Null where it is new for sure, undefined where it may be in the store. */
  private find(id: DocumentId): Entry | null | undefined {
    if (id === this.lastId) return this.lastEntry;
    this.lastEntry = this.kept.get(id);
    // Most are new, and looked up no further.
    this.lastEntry ??= this.isNew(id) ? null : (this.recent.get(id) ?? this.older.get(id));
    this.lastId = id;
    return this.lastEntry;
  }

  /** Whether it has never been written for sure. */
  private isNew(id: DocumentId): boolean {
    return this.written?.mayHave(id) === false;
  }

  /** Caches the store's document, at least until the page is written. */
  remember(id: DocumentId, document: ViewDocument | null): void {
    let entry = this.find(id);
    if (!entry) {
      this.lastEntry = entry = newEntry(document, this.memory.round);
      if (document) this.keep(id, entry);
      else this.recent.set(id, entry);
    }
    entry.document = document;
    this.resize(entry);
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
    const entry = this.entryOf(document.id);
    entry.used = this.memory.round;
    if (entry.document && sameJson(entry.document, document, 'pos')) return;
    if (!entry.isChanged) {
      entry.isChanged = true;
      entry.stored = entry.document;
      if (!entry.stored) this.written?.add(document.id);
      this.changed.push(entry);
    }
    entry.document = document;
    this.resize(entry);
  }

  private entryOf(id: DocumentId): Entry {
    const known = this.find(id);
    if (known) return known;
    const entry = newEntry(known, this.memory.round);
    this.recent.set(id, entry);
    this.lastEntry = entry;
    return entry;
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
  }

  /** Adds the bytes of the kept documents, by the round in which they were used last. */
  countKept(bytesByRound: Map<number, number>): void {
    for (const { used, bytes } of this.kept.values()) bytesByRound.set(used, (bytesByRound.get(used) ?? 0) + bytes);
  }

  /**
   * Between two pages: evicts new documents that were not used again in two turns, and kept ones that were not used since
   * a round. What the last page has used stays, as it may be written later.
   */
  turn(keptSince: number): void {
    this.lastId = undefined;
    if (keptSince > 0) this.evictKept(keptSince);
    const isRead = this.keptFrom === null;
    for (const [id, entry] of this.older) if (entry.used > entry.entered) this.keep(id, entry);
    this.older = isRead ? this.recent : new Map<DocumentId, Entry>();
    this.recent = new Map();
  }

  private evictKept(since: number): void {
    for (const [id, entry] of this.kept) {
      if (entry.used >= since) continue;
      this.kept.delete(id);
      this.memory.keptBytes -= entry.bytes;
    }
  }

  private keep(id: DocumentId, entry: Entry): void {
    entry.isKept = true;
    this.kept.set(id, entry);
    this.memory.keptBytes += entry.bytes;
  }

  private resize(entry: Entry): void {
    const { memory } = this;
    const bytes = approximateBytes(entry.document) + entryBytes;
    const grown = bytes - entry.bytes;
    if (entry.isKept) memory.keptBytes += grown;
    else memory.newBytes += grown;
    memory.pageBytes += entry.counted === memory.round ? grown : bytes;
    entry.counted = memory.round;
    entry.bytes = bytes;
  }
}

function newEntry(document: Entry['document'], round: number): Entry {
  const rounds = { entered: round, used: round, counted: -1 };
  return { document, bytes: 0, ...rounds, isKept: false, isChanged: false, stored: undefined };
}
