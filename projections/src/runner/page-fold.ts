import { referenceTo } from '@guildhall/event-store/event-reference.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Position, StoredEvent } from '@guildhall/event-store/port.js';
import { refuseTwoOfOneDocument } from './duplicate-changes.js';
import { projectedEvent } from './projected-event.js';
import { FoldedCollections, type MemoryLimits } from './folded-collections.js';
import type { Change, Get, ProjectedEvent, View } from '../view.js';
import { ViewsByType } from './views-by-type.js';
import { StoreUnavailable } from '../view-store.js';
import type { DocumentId, ViewDocument, ViewPage, ViewStore } from '../view-store.js';

export interface FoldLimits extends MemoryLimits {
  /** A page ends after this many events. */
  pageEvents: number;
  /** In a store that is empty at first, documents that were never written are not asked for. Takes 4 MiB. */
  remembersIds?: boolean;
}

const mib = 2 ** 20;
/** For the runner: small pages and little memory, as a page rarely has many events. */
export const liveLimits: FoldLimits = { pageEvents: 500, newBytes: mib, keptBytes: 4 * mib };
/** For a generation without readers: a document that changes often is written once for many events. */
export const buildLimits: FoldLimits = {
  pageEvents: 10_000,
  newBytes: 8 * mib,
  keptBytes: 48 * mib,
  remembersIds: true,
};

/** What a fold needs of a store. */
export type FoldStore = Pick<
  ViewStore,
  'pageBytes' | 'readAheadEvents' | 'getMany' | 'readNow' | 'checkpoint' | 'apply' | 'getMeta' | 'setMeta'
>;

/** The generation's meta: from this position on, documents of pruned collections are kept. */
export const prunedToKey = 'prunedTo';

/**
 * Folds events into all views, page by page, onto one store of which it is the only writer. After an error of the store
 * it is discarded: a new one resumes from the store's checkpoint.
 */
export class PageFold {
  private readonly collections: FoldedCollections;
  private readonly viewsByType: ViewsByType;
  private last: StoredEvent | null = null;
  private eventCount = 0;
  private readonly missing: { collection: string; id: DocumentId }[] = [];
  private announced: readonly StoredEvent[] = [];

  static async open(store: FoldStore, views: readonly View[], limits: FoldLimits): Promise<PageFold> {
    const isNew = limits.remembersIds === true && (await store.checkpoint()) === beginning;
    return new PageFold(store, views, limits, (await store.getMeta<Position>(prunedToKey)) ?? beginning, isNew);
  }

  private constructor(
    private readonly store: FoldStore,
    views: readonly View[],
    private readonly limits: FoldLimits,
    private prunedTo: Position,
    isNew: boolean,
  ) {
    this.viewsByType = new ViewsByType(views);
    const shapes = new Map(views.flatMap((view) => Object.entries(view.schema)));
    this.collections = new FoldedCollections(shapes, { limits, prunedTo, remembersIds: isNew });
  }

  /** Events of the page so far. */
  get events(): number {
    return this.eventCount;
  }

  get full(): boolean {
    return this.eventCount >= this.limits.pageEvents || this.collections.memory.pageBytes >= this.store.pageBytes;
  }

  /** These will be added, in this order: what they need may be read together. */
  announce(events: readonly StoredEvent[]): void {
    this.announced = events;
  }

  /**
   * Adds one event to the page. An event of an unknown type only moves the checkpoint.
   * @returns null where the event is added already: an event of a build costs no promise
   * @throws or rejects: StoreUnavailable when a document could not be read; any other error is the event's or a view's
   * fault. The page is then as before the event, in all views.
   */
  add(stored: StoredEvent): Promise<void> | null {
    this.missing.length = 0; // of an event that failed
    const event = projectedEvent(stored);
    const changes: (readonly Change[])[] = [];
    if (event) {
      const views = this.viewsOf(event);
      let waiting: number[] | undefined;
      // Loops without new functions and lists: this runs for every event of a rebuild.
      for (let n = 0; n < views.length; n++) {
        if (!this.projectFromMemory(event, views[n], n, changes)) (waiting ??= []).push(n);
      }
      if (waiting) return this.addAfterReading(stored, event, changes, waiting);
    }
    this.merge(stored, changes);
    return null;
  }

  private async addAfterReading(
    stored: StoredEvent,
    event: ProjectedEvent,
    changes: (readonly Change[])[],
    waiting: number[],
  ): Promise<void> {
    const views = this.viewsOf(event);
    while (waiting.length > 0) {
      this.lookAhead(event.position);
      await this.readMissing();
      waiting = waiting.filter((n) => !this.projectFromMemory(event, views[n], n, changes));
    }
    this.merge(stored, changes);
  }

  /** Takes the changes of an event in all views, or none of them. */
  private merge(stored: StoredEvent, changes: readonly (readonly Change[])[]): void {
    const all: Change[] = [];
    for (const ofView of changes) for (const change of ofView) all.push(change);
    for (const { collection } of all) this.collections.of(collection); // throws before anything is merged
    refuseTwoOfOneDocument(all);
    for (const { collection, document } of all) {
      document.pos = stored.position; // the view's own new object, which has no other owner
      this.collections.of(collection).change(document as typeof document & ViewDocument);
    }
    this.pass(stored);
  }

  /**
   * Prunes ahead: pruned collections receive no more changes of events before the first of these that is not older than
   * a time, or before the last of them.
   */
  async pruneAhead(events: readonly StoredEvent[], keptSince: string): Promise<void> {
    const first = events.find(({ metadata }) => (metadata['at'] ?? '') >= keptSince);
    const from = (first ?? events.at(-1))?.position ?? beginning;
    if (first === events[0] || from <= this.prunedTo) return;
    await this.store.setMeta(prunedToKey, from);
    this.prunedTo = from;
    this.collections.retainSince(from);
  }

  /** Moves the checkpoint over an event that changes nothing. */
  pass(event: StoredEvent): void {
    this.last = event;
    this.eventCount += 1;
  }

  /** Writes the page and begins the next one. @throws StaleWriter, StoreUnavailable */
  async apply(epoch: number): Promise<ViewPage> {
    if (!this.last) throw new Error('A page without events');
    const page = { writes: this.collections.writes(), last: referenceTo(this.last), epoch };
    await this.store.apply(page);
    this.collections.pageWritten();
    this.eventCount = 0;
    return page;
  }

  private viewsOf({ type, position }: ProjectedEvent): readonly View[] {
    return this.viewsByType.of(type, position < this.prunedTo);
  }

  /** @returns false when the view requested a document that must be read first */
  private projectFromMemory(
    event: ProjectedEvent,
    view: View | undefined,
    n: number,
    changes: (readonly Change[])[],
  ): boolean {
    const before = this.missing.length;
    changes[n] = nothing;
    try {
      changes[n] = view?.project(event, this.get) ?? nothing;
    } catch (error) {
      if (this.missing.length === before) throw error;
    }
    return this.missing.length === before;
  }

  /** Adds to `missing` what the announced events need, as far as is known before those between are added. */
  private lookAhead(position: Position): void {
    const most = this.store.readAheadEvents;
    const following = most > 0 ? this.announced.filter((event) => event.position > position) : [];
    for (const stored of following.slice(0, most)) {
      try {
        const event = projectedEvent(stored);
        if (event) this.viewsOf(event).forEach((view, n) => this.projectFromMemory(event, view, n, []));
      } catch {} // it is thrown again when it is the event's turn
    }
  }

  /** What the views requested that must be read: together, for all of them. */
  private async readMissing(): Promise<void> {
    const missing = new Map<string, Set<DocumentId>>();
    for (const { collection, id } of this.missing.splice(0)) {
      missing.set(collection, (missing.get(collection) ?? new Set()).add(id));
    }
    const read = async ([collection, ids]: [string, Set<DocumentId>]) => {
      const found = new Map((await this.read(collection, [...ids])).map((document) => [document.id, document]));
      for (const id of ids) this.collections.of(collection).remember(id, found.get(id) ?? null);
    };
    await Promise.all([...missing].map(read));
  }

  private readonly get: Get = <T extends ViewDocument>(collection: string, id: DocumentId) => {
    let document = this.collections.of(collection).known(id);
    if (document === undefined) document = this.readNow(collection, id);
    if (document === undefined) {
      this.missing.push({ collection, id });
      throw notInMemory;
    }
    return document as T | null; // the caller names the shape that its own view writes
  };

  /** Undefined where the store cannot answer at once. */
  private readNow(collection: string, id: DocumentId): ViewDocument | null | undefined {
    try {
      const document = this.store.readNow?.(collection, id);
      if (document !== undefined) this.collections.of(collection).remember(id, document);
      return document;
    } catch {
      return undefined; // the view may hide an error: reading it again tells, outside of the view
    }
  }

  private read(collection: string, ids: readonly DocumentId[]): Promise<ViewDocument[]> {
    return this.store.getMany(collection, ids).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable(`Reading ${collection} ${ids.join()} failed`, { cause: error });
    });
  }
}

const nothing: readonly Change[] = [];

/** Not a fault, and always the same object, because creating an error is slow. */
const notInMemory = new Error('The document must be read first');
