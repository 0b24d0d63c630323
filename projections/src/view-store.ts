import type { EventReference } from '@guildhall/event-store/event-reference.js';
import type { Position } from '@guildhall/event-store/port.js';

/**
 * The store of the views, as the projections and the queries see it: documents in collections, and the subset of
 * MongoDB's query language that Guildhall's queries use. Two adapters implement it, SQLite and MongoDB; one contract
 * suite runs on both.
 *
 * A generation is one complete set of views, folded from one log. Generations are built side by side.
 */
export type DocumentId = number | string;
export type Scalar = string | number | boolean | null;

/** A document: plain JSON with an `id`, and the position of the event that wrote it last. */
export interface ViewDocument {
  id: DocumentId;
  pos: Position;
}

/** Fields that queries filter or sort by are declared; a query that uses another field is refused by both adapters. */
export interface CollectionShape {
  /** Each index is a list of field names in order; `id` is always indexed. Indexed fields hold scalars or are absent. */
  indexes: readonly (readonly string[])[];
  /**
   * A field that is mostly null: an index with it is asked for other values only, so that a store may leave out of it the
   * documents where it is null.
   */
  sparse?: string;
  /** Old documents are pruned (see the meta `prunedTo`); no view reads them. Their ids begin with their event's position. */
  pruned?: true;
}
export type ViewSchema = Readonly<Record<string, CollectionShape>>;

export type Condition =
  Scalar | { $in: readonly Scalar[] } | { $gt?: Scalar; $gte?: Scalar; $lt?: Scalar; $lte?: Scalar };

/**
 * All conditions must hold. `null` matches null and absent alike, as in MongoDB; a range never matches null, absent
 * or another type; strings compare by code point, with case.
 */
export type Filter = Readonly<Record<string, Condition>>;

export interface FindOptions {
  /**
   * Field and direction, in order. Ascending: absent and null, then numbers, strings, booleans. Documents that are
   * equal in all fields are in any order: end with `id` where that matters.
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
  /** The document as the store has it, null when it has none; absent when the writer has not read it. */
  stored?: ViewDocument | null | undefined;
}

/** The changes of a page of events. Applied whole or not at all, even if a crash interrupts it. */
export interface ViewPage {
  writes: readonly ViewWrite[];
  /** The last event of the page; its position becomes the checkpoint. */
  last: EventReference;
  /** The writer's lease; a store that has seen a later one refuses the page with `StaleWriter`. */
  epoch: number;
}

export interface ViewStore {
  readonly generation: number;
  /** A page ends when its documents reach about this many bytes. */
  readonly pageBytes: number;

  find<T extends ViewDocument>(collection: string, filter: Filter, options?: FindOptions): Promise<T[]>;
  /** As `find`, but only these declared fields: where an index has all of them, no document is read. Null: absent. */
  findFields<F extends string>(
    collection: string,
    fields: readonly F[],
    filter: Filter,
    options?: FindOptions,
  ): Promise<Record<F, Scalar>[]>;
  /** The existing documents of these ids, in no order. */
  getMany<T extends ViewDocument>(collection: string, ids: readonly DocumentId[]): Promise<T[]>;
  count(collection: string, filter: Filter): Promise<number>;
  /** Every document of a collection in order of id, numbers before strings, in batches, for verification. */
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
   * that ends before the checkpoint changes nothing. After any error but `StaleWriter` the writer calls `recover`,
   * drops what it has read and resumes from `checkpoint()`: the page may or may not be written. It can be read at once;
   * a crash may take the last pages back with their checkpoints.
   * @throws StaleWriter, StoreUnavailable
   */
  apply(page: ViewPage): Promise<void>;
  /**
   * Finishes a half-written page, if there is one, and excludes writers of earlier epochs; other connections then see all
   * pages so far. Called by the writer before its first page and during a pause. @throws StaleWriter, StoreUnavailable
   */
  recover(epoch: number): Promise<void>;
  /**
   * Deletes documents of a pruned collection that belong to events before the position, outside the pages and in slices
   * between which other work runs.
   */
  prune(collection: string, below: Position): Promise<void>;

  /** Small metadata of the generation itself (poison events, prunedTo), outside the views. */
  getMeta<T>(key: string): Promise<T | null>;
  setMeta(key: string, value: unknown): Promise<void>;

  close(): Promise<void>;
}

/** Names the generation that readers use. */
export interface LiveGeneration {
  /** The identity of the log that the views were folded from. */
  log: string;
  /** The version of the views that it was folded by. */
  views: number;
  generation: number;
  /**
   * Eight hex digits that name the history to which positions belong. A rebuild keeps it; it changes when the views are
   * rebuilt because an older backup of the log was restored.
   */
  historyId: string;
}

export interface OpenGenerationOptions {
  /**
   * For the writer of a new generation without readers. The declared indexes are left out, so only `getMany` is fast,
   * and a crash may damage all of it: it must then be dropped. Opening it again without the option creates the indexes
   * and syncs what was written: before that it must not become live.
   */
  building?: boolean;
}

/** Where the generations live: a data folder of SQLite files, or a MongoDB server with a database each. */
export interface ViewGenerations {
  /** Null on a fresh installation. */
  live(): Promise<LiveGeneration | null>;
  /** `epoch`: of the writer's lease. @throws StaleWriter where a writer of a later epoch has named one already */
  setLive(live: LiveGeneration, epoch: number): Promise<void>;
  /**
   * Opens a generation and creates it, with its declared indexes, when it is new.
   * @throws StoreDamaged, StoreUnavailable
   */
  open(generation: number, options?: OpenGenerationOptions): Promise<ViewStore>;
  /** Calls the listener, one for all, with each error that shows that an open generation is damaged. */
  onDamaged(listener: (generation: number, error: StoreDamaged) => void): void;
  /** The numbers of all generations that exist, ascending. */
  list(): Promise<number[]>;
  /** Removes a generation and closes its stores that were opened here. Does nothing when it does not exist. */
  drop(generation: number): Promise<void>;
  /** Closes every store that was opened here too. */
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

/** No space is left for the store: only whoever runs the site can make some. */
export class StoreFull extends StoreUnavailable {
  override readonly name: string = 'StoreFull';
}
