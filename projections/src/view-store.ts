import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/**
 * The view store's port, used by projections and queries: documents in collections, and the subset of MongoDB's query
 * language that Guildhall's queries use. Two adapters implement it, SQLite and MongoDB; one contract suite runs on
 * both. A generation is one complete set of views, folded from one log. Generations can exist next to each other.
 */
export type DocumentId = number | string;
export type Scalar = string | number | boolean | null;

/** Plain JSON with an `id`, and the position of the event that wrote it last. */
export interface ViewDocument {
  id: DocumentId;
  pos: Position;
}

/** Fields that queries filter or sort by must be declared; both adapters reject a query that uses another field. */
export interface CollectionShape {
  /**
   * Each index is a list of field names in order; `id` is always indexed. Indexed fields hold scalars or are absent.
   */
  indexes: readonly (readonly string[])[];
  /**
   * A field that is mostly null. Queries use its indexes for other values only, so a store may omit documents in which
   * it is null from them.
   */
  sparse?: string;
  /**
   * Old documents are pruned (see the meta key `prunedTo`); no view reads them. Their ids begin with their event's
   * position.
   */
  pruned?: true;
}
export type ViewSchema = Readonly<Record<string, CollectionShape>>;

export type Condition =
  Scalar | { $in: readonly Scalar[] } | { $gt?: Scalar; $gte?: Scalar; $lt?: Scalar; $lte?: Scalar };

/**
 * All conditions must hold. `null` matches both null and absent, as in MongoDB; a range never matches null, absent or
 * another type; strings compare by code point and are case-sensitive.
 */
export type Filter = Readonly<Record<string, Condition>>;

export interface FindOptions {
  /**
   * Field and direction, in order. Ascending: absent and null, then numbers, strings, booleans. Documents that are
   * equal in all fields have no defined order: end with `id` if that matters.
   */
  sort?: readonly (readonly [field: string, direction: 1 | -1])[];
  limit?: number;
}

/** One document's final state after a page of events, at most once per page; `document: null` removes it. */
export interface ViewWrite {
  collection: string;
  id: DocumentId;
  pos: Position;
  document: ViewDocument | null;
  /** The stored document, null if there is none; absent if the writer has not read it. */
  stored?: ViewDocument | null | undefined;
}

/** The changes of a page of events, applied completely or not at all, even if a crash interrupts it. */
export interface ViewPage {
  writes: readonly ViewWrite[];
  last: EventReference;
  /** The epoch of the writer's lease; a store that has seen a later one rejects the page with `StaleWriter`. */
  epoch: number;
}

export interface ViewStore {
  readonly generation: number;
  /** A page ends when its documents reach about this many bytes. */
  readonly pageBytes: number;

  find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  /**
   * Like `find`, but returns only these declared fields: if an index has all of them, no document is read. Null:
   * absent.
   */
  findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]>;
  getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]>;
  count(collection: string, filter: Filter): Promise<number>;
  /** Yields every document of a collection in order of id, numbers before strings, in batches, for verification. */
  scan<T extends ViewDocument>(collection: string): AsyncIterable<T[]>;

  /** The position up to which every event is in the views; `beginning` in a new generation. */
  checkpoint(): Promise<Position>;
  /**
   * The newest event whose changes may be in the documents: the one at the checkpoint, or at the end of a half-written
   * page. Null in a new generation.
   */
  lastEvent(): Promise<EventReference | null>;
  /**
   * Writes a page and then its checkpoint. Documents already at the write's position or later are not changed; a page
   * that ends before the checkpoint changes nothing. After any error except `StaleWriter` the writer calls `recover`,
   * discards what it has read and resumes from `checkpoint()`: the page may or may not be written. The page can be read
   * immediately; a crash may roll back the last pages together with their checkpoints. @throws StaleWriter,
   * StoreUnavailable
   */
  apply(page: ViewPage): Promise<void>;
  /**
   * Finishes a half-written page, if there is one, and excludes writers of earlier epochs; other connections then see
   * all pages so far. The writer calls it before its first page and during a pause. @throws StaleWriter,
   * StoreUnavailable
   */
  recover(epoch: number): Promise<void>;
  /**
   * Deletes documents of a pruned collection that belong to events before the position, outside the pages and in slices
   * between which other work runs.
   */
  prune(collection: string, below: Position): Promise<void>;

  /** Reads metadata of the generation itself (poison events, `prunedTo`), outside the views. */
  getMeta<T>(key: string): Promise<T | null>;
  setMeta(key: string, value: unknown): Promise<void>;

  close(): Promise<void>;
}

export interface LiveGeneration {
  /** The identity of the log that the views were folded from. */
  log: string;
  /** The version of the views that folded it. */
  views: number;
  generation: number;
  /**
   * Eight hex digits that identify the history to which positions belong. A rebuild keeps it; it changes if the views
   * are rebuilt because an older backup of the log was restored.
   */
  historyId: string;
}

export interface OpenGenerationOptions {
  /**
   * For the writer of a new generation without readers. The declared indexes are omitted, so only `getMany` is fast,
   * and a crash may damage all of it: it must then be dropped. Opening it again without the option creates the indexes
   * and syncs the data; it must not become live before that.
   */
  building?: boolean;
}

export interface ViewGenerations {
  live(): Promise<LiveGeneration | null>;
  /**
   * @param epoch the epoch of the writer's lease @throws StaleWriter if a writer of a later epoch has already named one
   */
  setLive(live: LiveGeneration, epoch: number): Promise<void>;
  /** Opens a generation. Creates it, with its declared indexes, if it is new. @throws StoreDamaged, StoreUnavailable */
  open(generation: number, options?: OpenGenerationOptions): Promise<ViewStore>;
  /** Sets the one listener for errors that show that an open generation is damaged. */
  onDamaged(listener: (generation: number, error: StoreDamaged) => void): void;
  list(): Promise<number[]>;
  /** Removes a generation and closes its stores that were opened here. Does nothing if it does not exist. */
  drop(generation: number): Promise<void>;
  /** Also closes every store that was opened here. */
  close(): Promise<void>;
}

/** Another writer has taken over; this one must stop. */
export class StaleWriter extends Error {
  constructor(message = 'A later writer has taken over the views') {
    super(message);
    this.name = 'StaleWriter';
  }
}

/** A generation cannot be read and was set aside: `list` no longer contains it. */
export class StoreDamaged extends Error {
  override readonly name: string = 'StoreDamaged';
}

/** The store is currently unavailable; as far as is known, nothing is lost. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** No space is left for the store, and only an operator can free some. */
export class StoreFull extends StoreUnavailable {
  override readonly name: string = 'StoreFull';
}
