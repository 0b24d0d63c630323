import { upcastEvent, type EventType } from '@guildhall/domain/events.js';
import { createEventReference } from '@guildhall/event-store/event-reference.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Position, StoredEvent } from '@guildhall/event-store/port.js';
import { PageDocuments } from './page-documents.js';
import type { Change, Get, ProjectedEvent, View } from '../view.js';
import { StoreUnavailable } from '../view-store.js';
import type { DocumentId, ViewDocument, ViewPage, ViewStore } from '../view-store.js';

export interface FoldLimits {
  pageEvents: number;
  maxCachedBytes: number;
}

const mib = 2 ** 20;
export const liveLimits: FoldLimits = { pageEvents: 500, maxCachedBytes: 4 * mib };
/** With pages this large, a document that changes often is written only once for many events. */
export const buildLimits: FoldLimits = { pageEvents: 10_000, maxCachedBytes: 48 * mib };

const maxEventsReadAhead = 100;

/** The meta key for the position from which pruned collections are complete. */
export const prunedToKey = 'prunedTo';

/**
 * Views read synchronously, from memory. If a document is not in memory, the results of all views are discarded, the
 * missing documents are read with one query for each collection, and the event is projected again. This is harmless
 * because views are pure.
 */
export class PageFold {
  private readonly documents: PageDocuments;
  private readonly viewsByType = new Map<EventType, { all: readonly View[]; unpruned: readonly View[] }>();
  private lastEvent: StoredEvent | null = null;
  events = 0;
  private missingIds = new Map<string, Set<DocumentId>>();
  private hasMissed = false;
  private announcedEvents: readonly StoredEvent[] = [];

  static async open(store: ViewStore, views: readonly View[], limits: FoldLimits): Promise<PageFold> {
    return new PageFold(store, views, limits, (await store.getMeta<Position>(prunedToKey)) ?? beginning);
  }

  private constructor(
    private readonly store: ViewStore,
    private readonly views: readonly View[],
    private readonly limits: FoldLimits,
    private readonly prunedTo: Position,
  ) {
    const shapes = new Map(views.flatMap((view) => Object.entries(view.schema)));
    this.documents = new PageDocuments(shapes, limits.maxCachedBytes, prunedTo);
  }

  get full(): boolean {
    return this.events >= this.limits.pageEvents || this.documents.pageBytes >= this.store.pageBytes;
  }

  /** Announces the next events, in order, so that their documents can be read together. */
  announce(events: readonly StoredEvent[]): void {
    this.announcedEvents = events;
  }

  /** Changes all views or none. @throws StoreUnavailable; any other error is the event's or a view's fault */
  async add(storedEvent: StoredEvent): Promise<void> {
    const event = toProjectedEvent(storedEvent);
    let changes = event ? this.project(event) : [];
    while (event && !changes) {
      await this.readDocumentsFor([storedEvent, ...this.takeAnnounced(storedEvent.position)]);
      changes = this.project(event);
    }
    this.merge(storedEvent, changes ?? []);
  }

  private merge(storedEvent: StoredEvent, changes: readonly Change[]): void {
    refuseDuplicates(changes);
    for (const { collection } of changes) this.documents.requireDeclared(collection);
    for (const { collection, document } of changes) {
      document.pos = storedEvent.position; // The view has just created this object, and nothing else references it.
      this.documents.change(collection, document as typeof document & ViewDocument);
    }
    this.advance(storedEvent);
  }

  advance(event: StoredEvent): void {
    this.lastEvent = event;
    this.events += 1;
  }

  async apply(epoch: number): Promise<ViewPage> {
    if (!this.lastEvent) throw new Error('A page must contain events');
    const page = { writes: this.documents.listWrites(), last: createEventReference(this.lastEvent), epoch };
    await this.store.apply(page);
    this.documents.markPageWritten();
    this.events = 0;
    return page;
  }

  private project(event: ProjectedEvent): Change[] | null {
    this.hasMissed = false;
    const changes: Change[] = [];
    try {
      for (const view of this.findViews(event))
        for (const change of view.project(event, this.get)) changes.push(change);
    } catch (error) {
      if (!this.hasMissed) throw error;
    }
    return this.hasMissed ? null : changes;
  }

  private findViews({ type, position }: ProjectedEvent): readonly View[] {
    let views = this.viewsByType.get(type);
    if (!views) {
      const all = this.views.filter(({ events }) => !events || events.includes(type));
      views = { all, unpruned: all.filter((view) => !isPruned(view)) };
      this.viewsByType.set(type, views);
    }
    return position < this.prunedTo ? views.unpruned : views.all;
  }

  private takeAnnounced(after: Position): readonly StoredEvent[] {
    const remaining = this.announcedEvents.filter(({ position }) => position > after);
    this.announcedEvents = remaining.slice(maxEventsReadAhead);
    return remaining.slice(0, maxEventsReadAhead);
  }

  /** Reads in advance the documents that the events are certain to need. */
  private async readDocumentsFor(events: readonly StoredEvent[]): Promise<void> {
    for (let pendingEvents = events; pendingEvents.length > 0;) {
      pendingEvents = pendingEvents.filter((event) => this.needsReading(event));
      const readCount = await this.readMissing();
      if (readCount === 0) return; // None of the documents exist, as the projections assumed.
    }
  }

  private needsReading(storedEvent: StoredEvent): boolean {
    try {
      const event = toProjectedEvent(storedEvent);
      return event !== null && this.project(event) === null;
    } catch {
      return false; // The error is thrown again when the event is added.
    }
  }

  private async readMissing(): Promise<number> {
    const { missingIds } = this;
    this.missingIds = new Map();
    const read = async ([collection, ids]: [string, Set<DocumentId>]) => {
      const byId = new Map((await this.read(collection, [...ids])).map((document) => [document.id, document]));
      for (const id of ids) this.documents.addStored(collection, id, byId.get(id) ?? null);
      return byId.size;
    };
    const counts = await Promise.all([...missingIds].map(read));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private readonly get: Get = <T extends ViewDocument>(collection: string, id: DocumentId) => {
    const document = this.documents.find(collection, id);
    if (document !== undefined) return document as T | null; // The caller's type is the shape that its own view writes.
    this.hasMissed = true;
    const ids = this.missingIds.get(collection);
    if (ids) ids.add(id);
    else this.missingIds.set(collection, new Set([id]));
    return null;
  };

  private read(collection: string, ids: readonly DocumentId[]): Promise<ViewDocument[]> {
    return this.store.getMany(collection, ids).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable(`Reading ${collection} ${ids.join()} failed`, { cause: error });
    });
  }
}

function toProjectedEvent(storedEvent: StoredEvent): ProjectedEvent | null {
  const event = upcastEvent(storedEvent.type, storedEvent.data);
  return event && { ...storedEvent, ...event };
}

const isPruned = ({ schema }: View): boolean =>
  Object.keys(schema).length > 0 && Object.values(schema).every(({ pruned }) => pruned);

/** Refuses two changes to one document because one of them would be lost. @throws Error that names the document */
function refuseDuplicates(changes: readonly Change[]): void {
  const writtenKeys = new Set<string>();
  for (const { collection, document } of changes) {
    const name = `${collection} ${document.id}`;
    if (writtenKeys.has(name)) throw new Error(`An event changes ${name} twice`);
    writtenKeys.add(name);
  }
}
